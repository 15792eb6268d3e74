/**
 * What the virtual clock leaves out: the work of a processor, in milliseconds of a whole one, for one run of a function. Assumed, and
 * rather too much: `cost` shows how small its share is. A table request takes as long as in the fleet.
 */
const workMs = { webhook: 4, worker: 25, retry: 10 } as const
export const tableMs = 7

/** At this memory a function has one whole processor; below, its share of one (Lambda developer guide, "Configure memory"). */
const wholeProcessorMb = 1_769

export const workOf = (what: keyof typeof workMs, memoryMb: number): number =>
  workMs[what] * Math.max(1, wholeProcessorMb / memoryMb)

/** A warm webhook: one conditional write. */
export const webhookMs = (memoryMb: number): number => tableMs + workOf('webhook', memoryMb)

/** Bytes in CloudWatch, assumed: of START, END and REPORT of a run; of a line of the bridge beside its own JSON; of the access log. */
export const logBytesOf = { run: 350, line: 500, access: 300 } as const
