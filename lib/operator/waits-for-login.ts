import type { InboxEvent } from '../inbox/event.ts'

/** Its last deferral was because of the closed login. */
export function waitsForLogin({ status, history }: Pick<InboxEvent, 'status' | 'history'>): boolean {
  const last = history.at(-1)
  return status === 'waiting' && last?.code === 'deferred' && last.why.code === 'login_closed'
}
