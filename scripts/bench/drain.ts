import { createFleet, type FleetOptions, fullestMinute, type Sent } from '../../test/workflow/fleet.ts'
import type { Part, Row } from './part.ts'

const minute = 60_000
const limits = { readsPerMinute: 80, writesPerMinute: 40 }
const fleets: readonly [name: string, options: Partial<FleetOptions>][] = [
  ['limits configured', { configured: limits }],
  ['limits learnt', {}],
]

/** A backlog of returns, on the virtual clock, through twenty workers that start at once. */
export const drain: Part = {
  says: 'a backlog of returns under 40 writes and 80 reads a minute, on the virtual clock',
  async measure({ backlog }) {
    const rows: Row[] = []
    for (const [name, options] of fleets) rows.push(...(await drainOnce(name, { backlog, ...options })))
    return rows
  },
}

type Once = Partial<FleetOptions> & { backlog: number }

async function drainOnce(name: string, { backlog, ...options }: Once): Promise<Row[]> {
  const fleet = await createFleet({ limits, workers: 20, ...options })
  const ids: string[] = []
  for (let index = 0; index < backlog; index += 1) ids.push(await fleet.accept(`e${index}`))
  const tookMs = await fleet.run((backlog + 10) * minute, ids)
  for (const id of ids) {
    const status = (await fleet.inbox.get(id))?.status
    if (status !== 'done') throw new Error(`${id} is ${status} after ${Math.round(tookMs / minute)} minutes`)
  }
  const { sent } = fleet
  return [
    { what: `${name}: share of the writes used`, measured: 100 * writesUsed(sent), unit: '%', limit: { atLeast: 95 } },
    {
      what: `${name}: answers 429`,
      measured: sent.filter(({ status }) => status === 429).length,
      unit: '',
      limit: { atMost: 0 },
    },
    {
      what: `${name}: most writes in a minute`,
      measured: fullestMinute(sent, 'write'),
      unit: '',
      limit: { atMost: limits.writesPerMinute },
    },
    {
      what: `${name}: most reads in a minute`,
      measured: fullestMinute(sent, 'read'),
      unit: '',
      limit: { atMost: limits.readsPerMinute },
    },
    { what: `${name}: table requests a return`, measured: fleet.operations() / backlog, unit: '' },
    { what: `${name}: all done after`, measured: tookMs / minute, unit: ' minutes' },
  ]
}

/** Between the first write and the last one; with a single moment of writes there is nothing to compare. */
function writesUsed(sent: readonly Sent[]): number {
  const times = sent.flatMap(({ kind, status, at }) => (kind === 'write' && status < 300 ? [at] : []))
  const minutes = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / minute
  return times.length / (minutes * limits.writesPerMinute)
}
