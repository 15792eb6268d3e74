import * as z from 'zod'
import { defineCommand } from '../operator.ts'
import { pausedView } from './bridge-pause.ts'

/** Ends the pause of a source, or that of all writes, and answers what is still paused. */
export const bridgeResume = defineCommand({
  name: 'bridge.resume',
  input: z.strictObject({
    source: z.string().min(1).max(63).optional(),
    reason: z.string().trim().min(1).max(500).optional(),
  }),
  run: async ({ workflow: { pauses, log } }, { source }) => {
    const before = (await pauses?.read()) ?? []
    if (!before.some((one) => one.source === source)) return { paused: pausedView(before) }
    const paused = await pauses?.change((stored) => stored.filter((one) => one.source !== source))
    log.info('resumed by an operator', { source: source ?? 'all writes' })
    return { paused: pausedView(paused ?? []) }
  },
})
