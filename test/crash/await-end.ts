import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from './dispatcher.ts'
import type { ListedEvent } from './judge.ts'
import { operate } from './operate.ts'

/** A login whose outcome nobody knows makes the next one wait: for seconds once, for minutes the second time. */
const patienceMs = 10_000

/** What a person does about a login that was cut off again and again, and that only a person opens, or opens soon. True: it was done. */
export async function openLogin(url: string | undefined): Promise<boolean> {
  if (url === undefined) return false
  const login = await operate<{ state: string; notBefore?: string }>(url, { command: 'login.status' })
  const waitsLong = Date.parse(login?.notBefore ?? '') > Date.now() + patienceMs
  if (login?.state !== 'used-up' && !waitsLong) return false
  return (await operate(url, { command: 'login.reset' })) !== undefined
}

/** Counting all events is work for the process that is waited for. */
const askAgainMs = 2_000

type Options = { url: string; post: Dispatcher; withinMs: number; signal: AbortSignal }

/** Until everything is delivered and no event is open any more, or the time is over; answers the events that there are. */
export async function awaitEnd({ url, post, withinMs, signal }: Options) {
  const giveUpAt = performance.now() + withinMs
  let loginResets = 0
  for (;;) {
    signal.throwIfAborted()
    const stats = await operate<{ open: number }>(url, { command: 'stats' })
    if ((stats?.open === 0 && post.open() === 0) || performance.now() > giveUpAt) break
    if (await openLogin(url)) loginResets += 1
    await sleep(askAgainMs)
  }
  return { loginResets, events: await listAll(url) }
}

async function listAll(url: string): Promise<ListedEvent[]> {
  const events: ListedEvent[] = []
  let cursor: string | undefined
  do {
    const page = await operate<{ events: ListedEvent[]; cursor?: string }>(url, {
      command: 'event.list',
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    })
    if (!page) throw new Error('event.list was not answered')
    events.push(...page.events)
    cursor = page.cursor
  } while (cursor !== undefined)
  return events
}
