import type { InboxEvent } from '../inbox/event.ts'
import { loginClosedWhy } from '../workflow/retry-policy.ts'

/** It was put off because nothing may be sent while the login is closed. */
export function waitsForLogin({ status, history }: InboxEvent): boolean {
  const last = history.at(-1)
  return status === 'waiting' && last?.what === 'deferred' && last.why === loginClosedWhy
}
