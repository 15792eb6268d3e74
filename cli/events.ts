import { setTimeout as wait } from 'node:timers/promises'
import { loadOperatorCommand } from '../lib/operator/operate.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { askOperator } from './ask-operator.ts'
import { callOperator } from './call-operator.ts'
import { type Asked, readArguments } from './operator-arguments.ts'
import { cellOf } from './show/cell.ts'
import { type Screen, toned, toneOf } from './show/screen.ts'
import type { Surroundings } from './surroundings.ts'

const everyMs = 2_000
/** Rows that are remembered: what has moved is shown again, and what is older is no news. */
const mostKnown = 5_000

type Row = {
  id: string
  about?: { text?: string }
  status: string
  reason?: { text?: string }
  orderId?: number
  updatedAt: string
}

/** `event.list`, and with `--follow` whatever is new or has moved, until Ctrl-C. */
export async function events(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const command = await loadOperatorCommand('event.list')
  if (!command) throw new CannotStart('This bridge has no list of events.')
  if (!args.includes('--follow')) return await callOperator(command, args, surroundings)
  const asked = readArguments(
    command,
    args.filter((arg) => arg !== '--follow'),
  )
  // What comes next has no page.
  const page = ['limit', 'cursor'].find((one) => asked.input[one] !== undefined)
  if (page) throw new CannotStart(`events: --follow shows what comes, and takes no --${page}.`)
  const { onInterrupt, sleep = wait } = surroundings
  const ending = new AbortController()
  const release = onInterrupt?.(() => ending.abort())
  const known = new Map<string, string>()
  try {
    for (let isFirst = true; !ending.signal.aborted; isFirst = false) {
      const answer = await askOperator({ ...asked.input, limit: isFirst ? 20 : 100 }, asked, surroundings)
      if (!answer.ok) throw new CannotStart(`${answer.error.message} (${answer.error.code})`)
      const rows = (answer.result as { events: Row[] }).events.toReversed()
      for (const row of rows.filter((row) => known.get(row.id) !== stateOf(row))) show(row, asked, surroundings)
      for (const row of rows) known.set(row.id, stateOf(row))
      for (const id of [...known.keys()].slice(0, Math.max(0, known.size - mostKnown))) known.delete(id)
      await Promise.race([sleep(everyMs), aborted(ending.signal)])
    }
  } finally {
    release?.()
  }
  return 0
}

const stateOf = ({ status, updatedAt }: Row): string => `${status} ${updatedAt}`

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

function show(row: Row, { isJson }: Asked, { out, print = out, screen }: Surroundings): void {
  if (isJson) out(`${JSON.stringify(row)}\n`)
  else print(lineOf(row, screen ?? { hasColours: false }))
}

function lineOf({ id, about, status, reason, orderId, updatedAt }: Row, screen: Screen): string {
  const word = toned(cellOf(status).padEnd(9), toneOf(status), screen)
  const words = cellOf(about?.text) || (orderId === undefined ? '' : `order ${orderId}`)
  const rest = [words, cellOf(reason?.text)].filter((part) => part !== '')
  return `${cellOf(updatedAt)}  ${word}  ${[cellOf(id), ...rest].join('  ')}\n`
}
