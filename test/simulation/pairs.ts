import type { Edit } from './breaks.ts'

/**
 * Mechanisms that no schedule can miss while another one is there: each guards what the other one guards. Alone they are not found, and
 * need not be.
 */
export const maskedBreaks: Readonly<Record<string, readonly Edit[]>> = {
  'a send beyond the lease': [
    {
      file: 'lib/workflow/write-once/send.ts',
      find: 'const sendBefore = Math.min(now() + timing.sendWindowMs, work.lock.until)',
      replace: 'const sendBefore = now() + 100 * timing.sendWindowMs',
    },
  ],
  'a send beyond the deadline': [
    {
      file: 'lib/back-office/http/transport.ts',
      find: '=> atMs + requestTimeoutMs + marginMs <= run.deadlineMs',
      replace: '=> atMs + requestTimeoutMs + marginMs <= run.deadlineMs + atMs',
    },
  ],
  'returns that are sent are settled by their own event alone': [
    {
      file: 'lib/workflow/kinds/return-kind.ts',
      find: `    name: 'return',
    key,
    hasSecondLook: true,
    isExclusive: true,`,
      replace: "    name: 'return', key, hasSecondLook: true, isExclusive: false,",
    },
  ],
  'a second submit beside one that is sent': [
    {
      file: 'lib/workflow/plan-return/plan-request.ts',
      find: "if (state === 'sent') return true",
      replace: "if (state === 'sent') return false",
    },
  ],
  'a place that every claim names anew': [
    {
      file: 'lib/workflow/kinds/place-of-fact.ts',
      find: 'await workflow.records.place(key, item.id',
      replace: 'await workflow.records.place(key + workflow.now(), item.id',
    },
  ],
  'a place that nobody reads': [
    {
      file: 'lib/workflow/find-order/find-order.ts',
      find: 'const item = await records.placeOf(key)',
      replace: 'const item = undefined',
    },
  ],
  'returns that were sent and not found are forgotten': [
    {
      file: 'lib/workflow/write-once/judge.ts',
      find: 'if (related.length === 0) {',
      replace: `return { kind: 'missing' }
 if (related.length === 0) {`,
    },
  ],
  'reports that are not compared with returns': [
    {
      file: 'lib/workflow/plan-return/parcels.ts',
      find: 'const found = claims.flatMap(',
      replace: 'const found = claims.slice(claims.length).flatMap(',
    },
  ],
  'an event that is written without its claim': [
    {
      file: 'test/memory/memory-inbox.ts',
      find: 'if (event?.epoch !== previous.epoch || event.status !== previous.status) {',
      replace: 'if (!event) {',
    },
  ],
  'an item that is written without its lock': [
    {
      file: 'test/memory/memory-records.ts',
      find: 'return stored?.lock?.event === lock.event && stored.lock.epoch === lock.epoch ? stored : undefined',
      replace: 'return stored',
    },
  ],
}

/** Breaks that mask each other, to be found once they are made at the same time. */
export const pairs: readonly (readonly [string, string])[] = [['a send beyond the lease', 'a send beyond the deadline']]
