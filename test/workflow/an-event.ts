import type { InboxEvent } from '../../lib/inbox/event.ts'

/** A claimed event, for tables of tests. */
export const anEvent = (fields: Partial<InboxEvent> = {}): InboxEvent => ({
  id: 'standard/1',
  source: 'standard',
  status: 'running',
  wakeAt: 120_000,
  leaseUntil: 150_000,
  epoch: 1,
  attempts: 1,
  delivery: { body: Buffer.from('{}'), headers: {} },
  progress: {},
  history: [],
  receivedAt: 0,
  updatedAt: 0,
  writeId: 'w1',
  ...fields,
})
