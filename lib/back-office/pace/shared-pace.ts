import { isDeepStrictEqual } from 'node:util'
import { RetryLater } from '../../errors.ts'
import { singleFlight } from '../../single-flight.ts'
import { reserve } from './arithmetic.ts'
import { budgets, type Estimate, type Limits, type Need } from './budget.ts'
import { type Answered, counted, noCounts } from './counts.ts'
import { daysFrom } from './day.ts'
import { type Observation, observed } from './observed.ts'
import { emptyState, type PaceItem, type PaceState, type PaceStore, type Verdict } from './state.ts'

export type SharedPaceDeps = {
  store: PaceStore
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** Unique for ever: names writes. */
  newId: () => string
  /** Limits that win over learnt ones. */
  configured: Limits
}

/** The pace item that all workers share, with its compare-and-set turned into whole decisions, and what this process remembers of it. */
export type SharedPace = {
  /** The item as last read, with what responses have said since. */
  known(): PaceState
  readOnce(): Promise<void>
  /** Reads what the others have written since; asked for at the same time, it is one read. */
  readAgain(): Promise<void>
  /** Decides by the stored item. Whatever is asked at the same time in this process is one write; what changes nothing is none. */
  decide<T>(decide: Decide<T>): Promise<T>
  reserve(need: Need, options: Options): Promise<Verdict & { decidedAt: number }>
  /** Remembers it for the next write. */
  remember(observation: Observation): void
  /** Counts an answer: written with the next write, and never alone. */
  count(answer: Answered): void
  /** Writes what is remembered now, if the store can be reached. */
  save(): Promise<void>
}

/** `latest`: no call that is due later, epoch ms. `estimate`: what this process has measured; the rest comes from the item. */
type Options = { latest: number; estimate: Estimate }
type Decide<T> = (state: PaceState) => { state: PaceState; verdict: T }
type Pending = { decide: Decide<unknown>; resolve: (verdict: unknown) => void; reject: (error: unknown) => void }

/** Each lost race is another worker's success, so only many workers at once lose so many. */
const mostRaces = 8
const mostRemembered = 20
const mostUncounted = 200

export function createSharedPace({ store, now, sleep, newId, configured }: SharedPaceDeps): SharedPace {
  let item: PaceItem | undefined
  let isRead = false
  let remembered: Observation[] = []
  let uncounted: Answered[] = []
  let asked: Pending[] = []
  let writing: Promise<void> | undefined

  const effective = (state: PaceState): PaceState => ({ ...upToDate(state), ...configured })

  const share = singleFlight<void>()

  /** Reads by their begin: how many there were, the last one that counted, and those on their way. */
  const reads = { begun: 0, newest: 0, onTheirWay: 0 }
  /** What this process has overwritten while a read was on its way. */
  const overwritten = new Set<string | undefined>()

  /** An answer that is late is older than what a later read has brought, or than what this process has written since. */
  async function read(): Promise<void> {
    reads.begun += 1
    const turn = reads.begun
    reads.onTheirWay += 1
    const stored = await store.read().finally(() => {
      reads.onTheirWay -= 1
    })
    const isNewer = turn > reads.newest && !overwritten.has(stored?.writeId)
    const dropped = isNewer ? item : stored
    if (isNewer) [reads.newest, item] = [turn, stored]
    keepRefusalsOf(dropped)
    if (reads.onTheirWay === 0) overwritten.clear()
    isRead = true
  }

  /** Reads need not be answered in their order, so the item that is dropped can be the newer one. A refusal that it tells of holds all the same. */
  function keepRefusalsOf(dropped: PaceItem | undefined): void {
    for (const budget of budgets) {
      const until = dropped?.closedUntil?.[budget] ?? 0
      if (until > (item?.closedUntil?.[budget] ?? 0)) remember({ closed: { budget, until } })
    }
  }

  function remember(one: Observation): void {
    remembered = [...remembered, one].slice(-mostRemembered)
  }

  function decideAll(stored: PaceState, group: readonly Pending[], news: readonly Observation[]) {
    let state = news.reduce(observed, effective(stored))
    const verdicts = group.map(({ decide }) => {
      const decided = decide(state)
      state = decided.state
      return decided.verdict
    })
    return { state: learnt(state, { stored, configured }), verdicts }
  }

  async function write(group: readonly Pending[], news: readonly Observation[]): Promise<unknown[]> {
    for (let races = 0; races < mostRaces; races += 1) {
      if (races > 0) await sleep(5 * races)
      if (!isRead || races > 0) await read()
      const previous = item
      const stored = previous ?? emptyState
      const { state, verdicts } = decideAll(stored, group, news)
      if (isDeepStrictEqual(state, stored)) return verdicts
      const answers = uncounted
      const counts = answers.reduce(counted, state.counts ?? noCounts)
      const next = { ...state, ...(answers.length > 0 && { counts }), writeId: newId() }
      if (await store.replace(next, { previous })) {
        uncounted = uncounted.filter((one) => !answers.includes(one))
        if (reads.onTheirWay > 0) overwritten.add(previous?.writeId)
        item = next
        return verdicts
      }
    }
    const why = 'Too many workers reserve calls at the same time: the reservation is retried in a second'
    throw new RetryLater(why, { code: 'pace', atMs: now() + 1_000 })
  }

  async function writeAll(): Promise<void> {
    do {
      const group = asked
      const news = remembered
      asked = []
      try {
        const verdicts = await write(group, news)
        remembered = remembered.filter((one) => !news.includes(one))
        for (const [index, { resolve }] of group.entries()) resolve(verdicts[index])
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    } while (asked.length > 0)
    writing = undefined
  }

  async function flush(): Promise<void> {
    writing ??= writeAll()
    await writing
  }

  const decide = <T>(decide: Decide<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.push({ decide, resolve: resolve as Pending['resolve'], reject })
      void flush()
    })

  return {
    known: () => effective(remembered.reduce(observed, effective(item ?? emptyState))),
    readOnce: async () => {
      if (!isRead) await read()
    },
    readAgain: () => share(read),
    decide,
    reserve: (need, { latest, estimate: own }) =>
      decide((state) => {
        const estimate = { ...state.estimate, ...own }
        const decidedAt = now()
        const decided = reserve(state, { ...need, ...estimate }, { now: decidedAt, latest })
        const isNews = decided.verdict.kind === 'reserved' && Object.keys(own).length > 0
        const verdict = { ...decided.verdict, decidedAt }
        return { state: isNews ? { ...decided.state, estimate } : decided.state, verdict }
      }),
    remember,
    count: (answer) => {
      uncounted = [...uncounted, answer].slice(-mostUncounted)
    },
    save: async () => {
      // What is being written now was decided before it was heard.
      await writing
      if (remembered.length > 0) await flush()
    },
  }
}

/** Queues of the version before can lead to the end of a day that was none. */
const upToDate = (state: PaceState): PaceState =>
  state.days ? state : { ...state, days: daysFrom(state.day), queueEnd: emptyState.queueEnd }

/** The state to store: under the names of configured limits it keeps what is stored, because they were not learnt. */
function learnt(state: PaceState, { stored, configured }: { stored: PaceState; configured: Limits }): PaceState {
  const isOwn = ([name]: [string, unknown]) => name in configured
  const [kept, learnt] = [Object.entries(stored).filter(isOwn), Object.entries(state).filter((one) => !isOwn(one))]
  return Object.fromEntries([...learnt, ...kept]) as PaceState
}
