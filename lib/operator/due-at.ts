import type { InboxEvent } from '../inbox/event.ts'

/** When an open event can be claimed next, epoch ms: a running one when its lease ends. */
export const dueAt = ({ status, wakeAt, leaseUntil }: Pick<InboxEvent, 'status' | 'wakeAt' | 'leaseUntil'>) =>
  status === 'running' ? leaseUntil : wakeAt
