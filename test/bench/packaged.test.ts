import { describe, expect, it } from 'vitest'
import { coldStart } from '../../scripts/bench/cold-start.ts'
import { tinySizes } from '../../scripts/bench/part.ts'
import { warmAccept } from '../../scripts/bench/warm-accept.ts'
import { zips } from '../../scripts/bench/zips.ts'
import { hasRuntimeClient } from '../../scripts/install-runtime-client.ts'

const functions = ['audit', 'form-webhook', 'operator', 'retry', 'shop-webhook', 'worker']
const webhooks = ['form-webhook', 'shop-webhook']
const limitOf = (name: string, [webhook, other]: readonly [number, number]) => ({
  atMost: webhooks.includes(name) ? webhook : other,
})

/** They build every function, and start processes. */
const patienceMs = 180_000

describe('the benchmarks of the packaged functions', () => {
  it(
    'name the size of each zip, and its budget',
    async () => {
      const rows = await zips.measure(tinySizes)
      expect(rows.map(({ what, unit, limit }) => ({ what, unit, limit }))).toEqual(
        functions.map((name) => ({
          ...{ what: `${name}.zip`, unit: ' KB' },
          limit: name === 'operator' ? { atMost: 350 } : limitOf(name, [60, 300]),
        })),
      )
      for (const { measured } of rows) expect(measured).toBeGreaterThan(5)
    },
    patienceMs,
  )

  it(
    'accept deliveries with a webhook and with a bare handler',
    async () => {
      const rows = await warmAccept.measure(tinySizes)
      expect(rows.map(({ limit }) => limit)).toEqual([{ atLeast: 1 }, undefined])
      for (const { measured } of rows) expect(measured).toBeGreaterThan(0)
    },
    patienceMs,
  )
})

const client = (await hasRuntimeClient()) ? '' : ' (not run: npm run check installs the runtime interface client)'

describe.runIf(client === '')(`starts under AWS’s runtime interface client${client}`, () => {
  it(
    'are ratios to an empty handler, with a budget for each function',
    async () => {
      const rows = await coldStart.measure(tinySizes)
      const budgets = rows.flatMap(({ what, limit }) => (limit ? [{ what, limit }] : []))
      expect(budgets).toEqual(
        functions.map((name) => ({ what: `${name}, until it asks for work`, limit: limitOf(name, [1.7, 3.5]) })),
      )
      expect(rows.filter(({ what }) => what.includes('until its first delivery is stored'))).toHaveLength(2)
      for (const { measured } of rows) expect(measured).toBeGreaterThan(0)
    },
    patienceMs,
  )
})
