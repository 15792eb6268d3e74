import type { ItemStore } from '../back-office/item-store.ts'
import type { LoginStatus } from '../back-office/session/decide-login.ts'
import type { Place } from '../inbox/inbox.ts'
import { traceOf } from '../log.ts'
import { withoutUndefined } from '../without-undefined.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { digestSince, newWithdrawals, settledMs } from './news.ts'
import type { Receiver } from './receivers.ts'
import type { Notice } from './words.ts'

/** `to`: the receiver that is still to get it. */
type Pending = { id: string; notice: Notice; to: string }

/** What people were told, and what they are still to be told. Times are epoch milliseconds. */
export type NotificationsItem = {
  writeId: string
  ranAt: number
  /** How far receipts were looked through for withdrawals. */
  place: Place
  digestAt: number
  /** They know that the login is closed, or that the schedule has stopped. */
  isClosed?: true
  isStopped?: true
  /** Receivers that did not take the last message for them, each since when. */
  away?: Away
  /** Found, and not delivered yet; until `sendingUntil` somebody is at it. */
  pending?: readonly Pending[]
  sendingUntil?: number
}

type Away = Readonly<Record<string, number>>
type Previous = NotificationsItem | undefined

type Deps = {
  workflow: Workflow
  login: () => Promise<Pick<LoginStatus, 'state'>>
  store: ItemStore<NotificationsItem>
  receivers: Readonly<Record<string, Receiver>>
}

export type Notifier = {
  /** At the end of a run of the schedule: tells what is new. Never throws: the work is not to fail for its news. */
  afterRun(): Promise<void>
  /** At the end of other work: tells, once, that the schedule has stopped. Never throws. */
  watchSchedule(): Promise<void>
  /** Tells of something that was found elsewhere. Never throws. */
  tell(notice: Notice): Promise<void>
}

const minuteMs = 60_000
const digestMs = 15 * minuteMs
/** The schedule runs every minute, for two minutes at most. */
const stoppedAfterMs = 10 * minuteMs
const watchEveryMs = 5 * minuteMs
const sendingMs = 2 * minuteMs
/** No message is begun later than this: the function has other things to do, and each can take five seconds. */
const sendForMs = 8_000
const mostRaces = 5
/** The most notices kept for a receiver: if one is away for days the oldest go. */
const mostPending = 50

/** Stores what was found before it is sent, so nobody finds it twice. A function that ends in the middle of sending sends twice. */
export function createNotifier({ workflow, login, store, receivers }: Deps): Notifier {
  const { now, newId, log } = workflow
  let watchedAt = Number.NEGATIVE_INFINITY

  const begun = (): NotificationsItem => ({ ranAt: now(), place: { at: now(), id: '' }, digestAt: now(), writeId: '' })

  /** Stores what was found, and delivers it with what is still to be delivered. False: somebody else was faster. */
  async function keep(previous: Previous, changes: Partial<NotificationsItem>, notices: readonly Notice[]) {
    const isBusy = previous?.sendingUntil !== undefined && now() < previous.sendingUntil
    const found = notices.flatMap((notice) => Object.keys(receivers).map((to) => ({ id: newId(), notice, to })))
    const all = newestOfEach([...(previous?.pending ?? []), ...found])
    const mine = isBusy ? [] : all
    const { sendingUntil: _, pending: __, ...rest } = previous ?? begun()
    const next: NotificationsItem = {
      ...rest,
      ...changes,
      writeId: newId(),
      ...(all.length > 0 && { pending: all }),
      ...(mine.length > 0 ? { sendingUntil: now() + sendingMs } : isBusy && { sendingUntil: previous.sendingUntil }),
    }
    if (!(await store.replace(withoutUndefined(next), { previous }))) return false
    if (mine.length > 0) await send(mine)
    return true
  }

  /** A receiver that does not take one gets no other: the next run goes on there. */
  async function send(pending: readonly Pending[]): Promise<void> {
    const until = now() + sendForMs
    const taken = new Set<string>()
    const away = new Set<string>()
    const back = new Set<string>()
    for (const { id, notice, to } of pending) {
      if (now() >= until) break
      if (away.has(to)) continue
      try {
        // Who is no longer configured is no longer told.
        await receivers[to]?.(notice)
        taken.add(id)
        back.add(to)
      } catch (error) {
        // The words of an error may name the address, which lets anybody send.
        const name = error instanceof Error ? error.name : 'unknown'
        log.warn('notification not delivered', { code: notice.code, to, error: name })
        away.add(to)
      }
    }
    await inTurn(async () => {
      const current = await store.read()
      if (!current) return true
      const { pending: known = [], sendingUntil: _, away: before = {}, ...rest } = current
      const left = known.filter(({ id }) => !taken.has(id))
      const still = Object.entries(before).filter(([to]) => !back.has(to))
      const since = { ...Object.fromEntries([...away].map((to) => [to, now()])), ...Object.fromEntries(still) }
      const isAnyAway = Object.keys(since).length > 0
      const next = {
        ...{ ...rest, writeId: newId() },
        ...(isAnyAway && { away: since }),
        ...(left.length > 0 && { pending: left }),
      }
      return await store.replace(next, { previous: current })
    })
  }

  async function news(item: NotificationsItem) {
    const { state } = await login()
    const isClosed = state === 'refused' || state === 'used-up'
    const { notice: withdrawals, place } = await newWithdrawals(workflow, item.place)
    // Lists can be a little behind.
    const at = now() - settledMs
    const isDigestDue = at - item.digestAt >= digestMs
    const digest = isDigestDue ? await digestSince(workflow, { from: item.digestAt, until: at }) : undefined
    const notices: (Notice | undefined)[] = [
      item.isStopped && { code: 'schedule_runs' },
      isClosed && !item.isClosed ? { code: 'login_closed', why: state } : undefined,
      item.isClosed && state === 'open' ? { code: 'login_open' } : undefined,
      withdrawals,
      digest,
    ]
    const changes = {
      ranAt: now(),
      place,
      isStopped: undefined,
      isClosed: isClosed || (item.isClosed && state !== 'open') ? (true as const) : undefined,
      ...(isDigestDue && { digestAt: at }),
    }
    return { changes, notices: notices.filter((notice) => notice !== undefined) }
  }

  async function safely(what: () => Promise<void>): Promise<void> {
    try {
      await what()
    } catch (error) {
      log.warn('notifications could not be looked after', traceOf(error))
    }
  }

  return {
    afterRun: () =>
      safely(async () => {
        const item = await store.read()
        // What was there before is no news.
        if (!item) return void (await keep(undefined, {}, []))
        const { changes, notices } = await news(item)
        // Who was faster has found the same.
        await keep(item, changes, notices)
      }),
    watchSchedule: () =>
      safely(async () => {
        if (now() - watchedAt < watchEveryMs) return
        watchedAt = now()
        const item = await store.read()
        if (!item || now() - item.ranAt < stoppedAfterMs) return
        // They know, unless the message has not arrived: then nobody else sends it again.
        if (item.isStopped && !item.pending) return
        const notices = item.isStopped ? [] : [{ code: 'schedule_stopped', since: item.ranAt } as const]
        await keep(item, { isStopped: true }, notices)
      }),
    tell: (notice) => safely(() => inTurn(async () => await keep(await store.read(), {}, [notice]))),
  }
}

const newestOfEach = (pending: readonly Pending[]): Pending[] =>
  [...Map.groupBy(pending, ({ to }) => to).values()].flatMap((one) => one.slice(-mostPending))

/** Tries again where somebody else was faster. */
async function inTurn(change: () => Promise<boolean>): Promise<void> {
  for (let races = 0; races < mostRaces; races += 1) if (await change()) return
}
