import { AsyncLocalStorage } from 'node:async_hooks'
import { type InboxEvent, isQueued } from '../../../lib/inbox/event.ts'
import type { SentRequest } from '../town/sent-request.ts'

/** One request to the back office; `status`: what was heard of it. */
export type Call = { method: string; url: string; isLogin: boolean; at: number; status?: number }

/** What one claim of an event has cost. */
export type Expense = {
  event: string
  at: number
  /** Somebody else had it, or it was not due. */
  isClaimed: boolean
  /** For which attempt it was claimed. A deferral costs none. */
  attempt?: number
  /** Which of the events with this id it was: one that has expired can come anew. */
  receivedAt?: number
  /** How it ended is stored. */
  isSaved: boolean
  /** It only queued for slots. */
  isParked: boolean
  /** The tables failed it: what it had heard may be stored nowhere. */
  isHurt: boolean
  calls: Call[]
  /** Where the fact belongs, as the tables have answered; `after` so many calls, once its record was seen there. */
  place?: { key: string; id: string | undefined; after?: number }
  /** Requests to the tables. */
  tables: { operation: string; at: number; isFailed?: boolean }[]
}

/** Books each request on the claim that makes it. */
export type Economy = {
  /** From now on whoever has called this works for that claim. */
  begin(event: string): Expense
  /** The claim that works right now has stored how it ended. */
  onSaved(next: InboxEvent): void
  onPlace(key: string, id: string | undefined): void
  onItem(id: string, keys: readonly string[]): void
  /** A request to the tables. */
  onTable(operation: string): void
  /** `operation`: that it failed for good; undefined: the client tries it once more. */
  onTableFailed(operation: string | undefined): void
  onSent(request: SentRequest): void
  /** The same fetch, which notes what is heard. */
  listening(fetch: typeof globalThis.fetch): typeof globalThis.fetch
  expenses: readonly Expense[]
}

export function createEconomy(now: () => number): Economy {
  const current = new AsyncLocalStorage<Expense>()
  const expenses: Expense[] = []
  return {
    expenses,
    begin(event) {
      const expense: Expense = {
        event,
        at: now(),
        isClaimed: false,
        isSaved: false,
        isParked: false,
        isHurt: false,
        calls: [],
        tables: [],
      }
      expenses.push(expense)
      current.enterWith(expense)
      return expense
    },
    onSaved(event) {
      const expense = current.getStore()
      if (expense) Object.assign(expense, { isSaved: true, isParked: isQueued(event) })
    },
    onPlace(key, id) {
      const expense = current.getStore()
      if (expense) expense.place = { key, id }
    },
    onItem(id, keys) {
      const expense = current.getStore()
      if (expense?.place?.id === id && keys.includes(expense.place.key)) expense.place.after ??= expense.calls.length
    },
    onTable: (operation) => void current.getStore()?.tables.push({ operation, at: now() }),
    onTableFailed(operation) {
      const expense = current.getStore()
      if (!expense) return
      expense.isHurt = true
      const failed = expense.tables.findLast((one) => one.operation === operation)
      if (failed) failed.isFailed = true
    },
    onSent({ method, path, url }) {
      const shown = decodeURIComponent(url.slice(url.indexOf('/rest')))
      current.getStore()?.calls.push({ method, url: shown, isLogin: path === '/rest/login', at: now() })
    },
    listening: (fetch) => async (input, init) => {
      const calls = current.getStore()?.calls
      const before = calls?.length ?? 0
      const response = await fetch(input, init)
      const call = calls?.[before]
      if (call) call.status = response.status
      return response
    },
  }
}
