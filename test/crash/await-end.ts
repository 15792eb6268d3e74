import { setTimeout as sleep } from 'node:timers/promises'
import type { BridgeProcess } from './bridge-process.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { ListedEvent } from './judge.ts'

/** A login with an unknown outcome delays the next one: by seconds at first, by minutes the second time. */
const patienceMs = 10_000

/** Resets the login, as a person would, if its attempts are used up or it would wait for long. True if it was reset. */
export async function openLogin({ operate }: BridgeProcess): Promise<boolean> {
  const login = await operate<{ state: string; notBefore?: string }>({ command: 'login.status' })
  const waitsLong = Date.parse(login?.notBefore ?? '') > Date.now() + patienceMs
  if (login?.state !== 'used-up' && !waitsLong) return false
  return (await operate({ command: 'login.reset' })) !== undefined
}

/** A long pause, because counting all events is work for the process under test. */
const pauseMs = 2_000
type Options = { bridge: BridgeProcess; dispatcher: Dispatcher; withinMs: number; signal: AbortSignal }

/** Waits until everything is delivered and no event is open, or the time is over. Returns all events. */
export async function awaitEnd({ bridge, dispatcher, withinMs, signal }: Options) {
  const deadline = performance.now() + withinMs
  let loginResets = 0
  for (;;) {
    signal.throwIfAborted()
    const stats = await bridge.operate<{ open: number }>({ command: 'stats' })
    if ((stats?.open === 0 && dispatcher.open() === 0) || performance.now() > deadline) break
    if (await openLogin(bridge)) loginResets += 1
    await sleep(pauseMs)
  }
  return { loginResets, events: await listAll(bridge) }
}

async function listAll({ operate }: BridgeProcess): Promise<ListedEvent[]> {
  const events: ListedEvent[] = []
  let cursor: string | undefined
  do {
    const page = await operate<{ events: ListedEvent[]; cursor?: string }>({
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
