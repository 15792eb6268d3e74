import { listAll } from '../inbox/inbox.ts'
import type { Heard } from '../state/audit-progress.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { dayMs } from './auditor.ts'

/** A source from which nothing has come for long. `isNew`: the run before did not say so. */
export type Silent = { source: string; kind: string; lastAt: number; gapMs: number; isNew: boolean }
/** Of the list's pages, 100 events each; behind them nobody knows who was heard. */
const mostPages = 50
const firstLookMs = 30 * dayMs
const lateMs = 60_000
/** So often a source is heard before its usual gap counts. */
const enough = 5
/** Of the usual gap; and a day at least, or every night would ring. */
const factor = 10
/** How much one run's gap counts beside all before. */
const share = 0.2
type Ports = Pick<Workflow, 'config' | 'now'>
type Told = NonNullable<Heard['sources'][string]>

/** Who was heard since the run before. Reads the list of events alone: a delivery that only teaches a label is not in it. */
export async function listen({ inbox, config, now }: Workflow, before: Heard | undefined): Promise<Heard> {
  const to = now()
  // The index may have shown the last ones late: who is known to be heard is not counted again.
  const from = (before?.to ?? to - firstLookMs) - lateMs
  const { events, isCut } = await listAll(inbox, { from, to }, mostPages)
  const heard = Map.groupBy(events, ({ source }) => source)
  const sources = Object.keys(config.sources).flatMap((name) => {
    const known = before?.sources[name]
    const since = known?.lastAt ?? 0
    const times = (heard.get(name) ?? []).flatMap(({ receivedAt }) => (receivedAt > since ? [receivedAt] : []))
    const told = toldBy(times, known)
    return told ? [[name, told] as const] : []
  })
  return { to, sources: Object.fromEntries(sources), ...(isCut && { isCut }) }
}

function toldBy(times: readonly number[], known: Told | undefined): Told | undefined {
  const lastAt = Math.max(...times)
  if (times.length === 0) return known
  const since = known?.lastAt ?? Math.min(...times)
  const gaps = known ? times.length : times.length - 1
  const gapMs = gaps > 0 ? (lastAt - since) / gaps : undefined
  const usual = known?.gapMs === undefined || gapMs === undefined ? (gapMs ?? known?.gapMs) : mean(known.gapMs, gapMs)
  return { lastAt, count: (known?.count ?? 0) + times.length, ...(usual !== undefined && { gapMs: usual }) }
}

const mean = (all: number, one: number): number => all + share * (one - all)

/** Sources that are silent ten times as long as usual, and a day at least. None after a run that could not look at all events. */
export function silentSources({ config, now }: Ports, heard: Heard | undefined, before?: Heard): Silent[] {
  if (!heard || heard.isCut) return []
  const silentAt = (told: Told | undefined, at: number): boolean =>
    told?.gapMs !== undefined && told.count >= enough && at - told.lastAt > Math.max(factor * told.gapMs, dayMs)
  return Object.entries(config.sources).flatMap(([source, { kind }]) => {
    const told = heard.sources[source]
    if (!told || told.gapMs === undefined || !silentAt(told, now())) return []
    const { lastAt, gapMs } = told
    const isNew = !silentAt(before?.sources[source], before?.to ?? 0)
    return [{ source, kind: typeof kind === 'string' ? kind : kind.kind, lastAt, gapMs, isNew }]
  })
}
