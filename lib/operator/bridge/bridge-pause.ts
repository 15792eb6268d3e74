import * as z from 'zod'
import type { Pause } from '../../state/pauses.ts'
import { conflict, defineCommand, defined, iso, note } from '../operator.ts'
import { mustKnowSource } from '../search/event-filter.ts'

/** More names than that are no list that a person can judge: then all writes are paused. */
const mostPauses = 100
const source = z.string().min(1).max(63).optional()

/** Stops the work on a source, or all writes. Again: the newest reason counts, and the time of the first. */
export const bridgePause = defineCommand({
  name: 'bridge.pause',
  input: z.strictObject({ source, reason: note }),
  run: async (operator, { source, reason }) => {
    const { by } = operator
    const { pauses, now, log } = operator.workflow
    if (source !== undefined) await mustKnowSource(operator, source)
    const paused = await pauses?.change((before) => {
      const since = before.find((one) => one.source === source)?.since ?? now()
      const others = before.filter((one) => one.source !== source)
      if (others.length >= mostPauses)
        throw conflict(`There are ${mostPauses} pauses already. Pause all writes instead.`)
      return [...others, { ...(source !== undefined && { source }), since, reason, ...(by && { by }) }]
    })
    log.warn('paused by an operator', { source: source ?? 'all writes' })
    return { paused: pausedView(paused ?? []) }
  },
})

/** Ends the pause of a source, or that of all writes, and answers what is still paused. */
export const bridgeResume = defineCommand({
  name: 'bridge.resume',
  input: z.strictObject({ source, reason: note.optional() }),
  run: async ({ workflow: { pauses, log } }, { source }) => {
    const before = (await pauses?.read()) ?? []
    if (!before.some((one) => one.source === source)) return { paused: pausedView(before) }
    const paused = await pauses?.change((stored) => stored.filter((one) => one.source !== source))
    log.info('resumed by an operator', { source: source ?? 'all writes' })
    return { paused: pausedView(paused ?? []) }
  },
})

/** What is paused, the longest first; an entry without `source`: all writes. */
export const pausedView = (paused: readonly Pause[], countOf?: (pause: Pause) => number) =>
  paused
    .toSorted((one, other) => one.since - other.since)
    .map((pause) =>
      defined({
        source: pause.source,
        since: iso(pause.since),
        reason: pause.reason,
        by: pause.by,
        events: countOf?.(pause),
      }),
    )
