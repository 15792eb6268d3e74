import type { ItemStore } from '../back-office/item-store.ts'
import type { LoginStatus } from '../back-office/session/decide-login.ts'
import type { Place } from '../inbox/inbox.ts'
import { traceOf } from '../log.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { digestSince, newWithdrawals } from './news.ts'
import type { Notice } from './notice.ts'

/** What people were told, and what they are still to be told. Times are epoch milliseconds. */
export type NotificationsItem = {
  writeId: string
  /** When the schedule has last run to its end. */
  ranAt: number
  /** How far receipts were looked through for withdrawals. */
  place: Place
  digestAt: number
  /** They know that the login is closed, or that the schedule has stopped. */
  isClosed?: true
  isStopped?: true
  /** Found, and not delivered yet; until `sendingUntil` somebody is at it. */
  pending?: readonly Notice[]
  sendingUntil?: number
}

type Deps = {
  workflow: Workflow
  login: () => Promise<Pick<LoginStatus, 'state'>>
  store: ItemStore<NotificationsItem>
  /** Throws where it was not delivered. */
  deliver: (notice: Notice) => Promise<void>
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
/** Behind a receiver that is away for days the oldest go. */
const mostPending = 50

/**
 * Tells people what they must know, whichever function finds it: what was found is stored before it is sent, so two functions never find
 * it twice, and what could not be delivered is sent again by the next run. A function that ends in the middle of sending sends twice.
 */
export function createNotifier({ workflow, login, store, deliver }: Deps): Notifier {
  const { now, newId, log } = workflow
  let watchedAt = Number.NEGATIVE_INFINITY

  const begun = (): Omit<NotificationsItem, 'writeId'> => ({
    ranAt: now(),
    place: { at: now(), id: '' },
    digestAt: now(),
  })

  /** Stores what was found, and delivers it with what is still to be delivered. */
  async function keep(
    previous: NotificationsItem | undefined,
    changes: Partial<NotificationsItem>,
    notices: readonly Notice[],
  ): Promise<void> {
    const isBusy = previous?.sendingUntil !== undefined && now() < previous.sendingUntil
    const all = [...(previous?.pending ?? []), ...notices].slice(-mostPending)
    const mine = isBusy ? [] : all
    const { sendingUntil: _, pending: __, ...rest } = previous ?? { ...begun(), writeId: '' }
    const next: NotificationsItem = {
      ...rest,
      ...changes,
      writeId: newId(),
      ...(all.length > 0 && { pending: all }),
      ...(mine.length > 0 ? { sendingUntil: now() + sendingMs } : isBusy && { sendingUntil: previous.sendingUntil }),
    }
    // Somebody else was faster, and has found the same.
    if (!(await store.replace(withoutUndefined(next), { previous }))) return
    if (mine.length > 0) await send(mine)
  }

  async function send(notices: readonly Notice[]): Promise<void> {
    const failed: Notice[] = []
    for (const notice of notices) {
      try {
        await deliver(notice)
      } catch (error) {
        failed.push(notice)
        log.warn('notification not delivered', { code: notice.code, ...nameOf(error) })
      }
    }
    const current = await store.read()
    if (!current) return
    const { pending = [], sendingUntil: _, ...rest } = current
    const later = pending.slice(notices.length)
    const left = [...failed, ...later]
    await store.replace({ ...rest, writeId: newId(), ...(left.length > 0 && { pending: left }) }, { previous: current })
  }

  async function news(item: NotificationsItem) {
    const { state } = await login()
    const isClosed = state === 'refused' || state === 'used-up'
    const { notice: withdrawals, place } = await newWithdrawals(workflow, item.place)
    const at = now()
    const isDigestDue = at - item.digestAt >= digestMs
    const digest = isDigestDue ? await digestSince(workflow, { from: item.digestAt, until: at }) : undefined
    const notices: (Notice | undefined)[] = [
      item.isStopped && { code: 'schedule_runs' },
      isClosed && !item.isClosed ? { code: 'login_closed', why: state } : undefined,
      withdrawals,
      digest,
    ]
    const changes = {
      ...{ ranAt: now(), place, isStopped: undefined, isClosed: isClosed ? (true as const) : undefined },
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
        if (!item) return await keep(undefined, {}, [])
        const { changes, notices } = await news(item)
        await keep(item, changes, notices)
      }),
    watchSchedule: () =>
      safely(async () => {
        if (now() - watchedAt < watchEveryMs) return
        watchedAt = now()
        const item = await store.read()
        if (!item || item.isStopped || now() - item.ranAt < stoppedAfterMs) return
        await keep(item, { isStopped: true }, [{ code: 'schedule_stopped', since: item.ranAt }])
      }),
    tell: (notice) => safely(async () => await keep(await store.read(), {}, [notice])),
  }
}

/** The words of an error may name the address, which lets anybody send. */
const nameOf = (error: unknown) => ({ error: error instanceof Error ? error.name : 'unknown' })

const withoutUndefined = <T extends object>(item: T): T =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as T
