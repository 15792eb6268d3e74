import type { Orders } from './settle-orders.ts'
import type { Returns } from './settle-returns.ts'
import type { Sources } from './settle-sources.ts'
import type { Statuses } from './settle-statuses.ts'

type Settings = {
  publicUrl: string | undefined
  statuses: Statuses
  returns: Returns
  orders: Orders
  sources: Sources
}

/** The text of `bridge.config.ts`, formatted as the project formats it. */
export function configText({ publicUrl, statuses, returns, orders, sources }: Settings): string {
  const { announced, announcedBy, received, shippedFrom = 'off' } = statuses
  const made = Object.entries({ announced, received }).flatMap(([name, status]) =>
    status === undefined ? [] : [`${name}: ${status}`],
  )
  const entries = [...sources].map(([name, kind]) => {
    const own = [
      `kind: ${quoted(kind)}`,
      ...(returns[name] === undefined ? [] : [`returns: ${quoted(returns[name])}`]),
      ...(orders[name] === undefined ? [] : [`orders: ${ordersText(orders[name])}`]),
      ...(announcedBy[name] === undefined ? [] : [`returnStatus: { announced: ${announcedBy[name]} }`]),
    ]
    return `    ${keyOf(name)}: { ${own.join(', ')} },`
  })
  return [
    "import { defineConfig } from './lib/config/config.ts'",
    '',
    '/** The settings of this bridge. docs/configuration.md explains every setting, and a start reports every mistake. */',
    'export default defineConfig({',
    ...(publicUrl === undefined ? [] : [`  publicUrl: ${quoted(publicUrl)},`]),
    ...(made.length === 0 ? [] : [`  returnStatus: { ${made.join(', ')} },`]),
    ...(shippedFrom === 'off' ? [] : [`  shippedFrom: ${shippedFrom},`]),
    '  sources: {',
    ...entries,
    '  },',
    '})',
    '',
  ].join('\n')
}

const ordersText = (orders: Orders[string]): string =>
  orders === 'any' ? quoted(orders) : `{ referrer: ${orders.referrer} }`

const keyOf = (name: string): string => (/^[a-z][a-z0-9]*$/.test(name) ? name : quoted(name))

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
