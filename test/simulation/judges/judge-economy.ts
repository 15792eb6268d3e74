import { parameters } from '../../../lib/back-office/routes.ts'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { isWide } from '../all-senders/sources.ts'
import type { Fact } from '../facts/fact.ts'
import type { Call, Expense } from './economy.ts'
import { eventsOf, type Judged } from './judged.ts'

/** What one claim may cost in any weather, by what the event reports. No read of a further page and no poll is counted. */
const mostOfClaim = {
  // Two of them look at the place of a fact whose run before saved nothing, two where another event had placed it meanwhile.
  return: { reads: 4, writes: 2, tables: 18 },
  // One of them reads the record where the run before saved nothing.
  comment: { reads: 3, writes: 1, tables: 11 },
  order: { reads: 2, writes: 1, tables: 11 },
  image: { reads: 2, writes: 1, tables: 11 },
} as const
/** One for the first token, one whose answer is lost; and one after each 401 that any claim hears meanwhile. A 429 makes none. */
const mostLogins = 2
/** A number that a command names is looked up among the labels of each shop: once as a label, and once for each number that this leads to. */
const mostLabels = 6
/** As long as a lock is asked for, and as often. */
const mostLocks = 24
/** While another worker logs in, or reserves, the item is looked at again, never without waiting; after a 401 a login more. */
const polled = {
  session: { first: 9, everyMs: 200, more: 4 },
  pace: { first: 8, everyMs: 90 },
} as const
/**
 * Retries grow apart, and so do deferrals; but after an attempt that counts they begin anew, with three that are short. A day of deferrals is
 * up to 115 claims, and before each of them the event may have queued for its slots. What queues comes back when the next slot is seen to
 * open: under a tight limit others have often taken it by then. Twice a minute is a queue, more is a loop.
 */
const mostClaims = { withinTenMinutes: { worked: 12, parked: 20 }, afterAnAttempt: 3, atAll: 130 } as const
const tenMinutesMs = 600_000

/** What was asked of the back office and of the tables beyond what the work needs. */
export function wasted(judged: Judged): string[] {
  const { economy, script, events, expired } = judged
  const reported = script.facts.flatMap((fact) => eventsOf(fact, events).map(({ id }) => ({ id, fact })))
  // What has to be looked up in several ways costs more.
  const expenses = economy.expenses.filter(({ event }) => !isWide(event.split('/')[0] ?? ''))
  const takenAt = economy.expenses.flatMap(({ calls }) => calls.filter(isTokenRefused).map(({ at }) => at))
  const [unclaimed = [], claimed = []] = [false, true].map((is) => expenses.filter(({ isClaimed }) => isClaimed === is))
  // One that has expired and comes anew begins anew.
  const byEvent = Map.groupBy(claimed, ({ event, receivedAt }) => `${event} ${receivedAt}`)
  return [
    ...unclaimed
      .filter(({ calls }) => calls.length > 0)
      .map(({ event }) => `wasted: calls of ${event}, which was not claimed`),
    ...[...byEvent.values()].flatMap((claims) => {
      const [{ event: id, receivedAt }] = claims as [Expense]
      const facts = reported.filter((one) => one.id === id).map(({ fact }) => fact)
      const event = [...events, ...expired].find((one) => one.id === id && one.receivedAt === receivedAt)
      return [
        ...claims.flatMap((expense) => wastedByClaim(expense, facts, takenAt)),
        ...tooOften(id, claims, movesOf(event)),
        ...refusedAgain(event, { id, claims, facts }),
      ]
    }),
  ]
}

/**
 * What an event asks for. A parcel is reported as a return; a command for an order that there is not is a comment; and a mapping can
 * give the comment of the desk a second one.
 */
function kindsOf(facts: readonly Fact[]): Fact['kind'][] {
  const [first] = facts
  if (!first) return ['return']
  const isMapped = first.kind === 'comment' && first.deliveries[0]?.source === 'desk'
  const more = [isMapped, first.besideHopeless].filter((is) => is === true)
  return [...facts.map(({ kind }) => kind), ...more.map(() => 'comment' as const)]
}

const sumOf = (kinds: readonly Fact['kind'][], cost: (kind: Fact['kind']) => number): number =>
  kinds.reduce((sum, kind) => sum + cost(kind), 0)

/** A 401; or a 403 after which the same is asked with a newer token, whose rights may be others. */
const isTokenRefused = ({ status, isLogin, method, url }: Call, index: number, calls: readonly Call[]): boolean => {
  const next = calls.slice(index + 1).find((one) => !one.isLogin)
  return !isLogin && (status === 401 || (status === 403 && next?.method === method && next.url === url))
}

/** `takenAt`: when any claim sent a call that took a token away. */
function wastedByClaim(expense: Expense, facts: readonly Fact[], takenAt: readonly number[]): string[] {
  const { event, calls, tables } = expense
  const kinds = kindsOf(facts)
  const most = (what: 'reads' | 'writes' | 'tables') => sumOf(kinds, (kind) => mostOfClaim[kind][what])
  const repeated = calls.filter(isTokenRefused).length
  const taken = takenAt.filter((at) => at >= expense.at && at <= (calls.at(-1)?.at ?? 0)).length
  const logins = calls.filter(({ isLogin, status }) => isLogin && status !== 429).length
  const own = ownTables(expense).length
  const locks = tables.filter(({ operation }) => operation.startsWith('records.lock')).length
  const over = (what: string, count: number, limit: number) =>
    count > limit ? [`wasted: ${count} ${what} by one claim of ${event}`] : []
  return [
    ...over('reads', readsOf(expense) - repeated, most('reads') + latecomers(expense) + readsOfSkus(expense)),
    ...over('writes', writesOf(expense) - repeated, most('writes')),
    ...over('requests to the tables', own, most('tables')),
    ...over('looks at the labels of a shop', labelsOf(expense), mostLabels * kinds.length),
    ...over('locks', locks, mostLocks * kinds.length),
    ...over('logins', logins, mostLogins + taken),
    ...over('polls of the session', polls(expense, 'session'), polled.session.first + polled.session.more * repeated),
    ...over('polls of the pace', polls(expense, 'pace'), polled.pace.first),
    ...writtenUnread(expense),
    ...askedAgain(expense, kinds.length),
    ...lookedUpAgain(expense),
  ]
}

/**
 * What was answered is not asked again; but an order is read anew under its lock, where writes of it are open. Each command finds its
 * order and its writes for itself.
 */
function askedAgain({ event, calls }: Expense, commands: number): string[] {
  const answered = calls.filter(({ method, status }) => method === 'GET' && status === 200)
  const byUrl = Map.groupBy(answered, ({ url }) => url)
  return [...byUrl].flatMap(([url, same]) => {
    const most = (/^\/rest\/orders\/\d+/.test(url) ? 2 : 1) * commands
    return same.length > most ? [`wasted: GET ${url} ${same.length} times by one claim of ${event}`] : []
  })
}

/** Where something was written for the fact before, its order is known: nobody looks it up by its number. */
const lookedUpAgain = ({ event, calls, place }: Expense): string[] =>
  place?.after !== undefined &&
  calls.slice(place.after).some(({ url }) => /externalOrderNumber|externalOrderId/i.test(url))
    ? [`wasted: the order of ${event} was looked up although its place is known`]
    : []

/** What a person releases or replays begins anew. */
function tooOften(id: string, claims: readonly Expense[], moves: number): string[] {
  const inOrder = claims.toSorted((a, b) => a.at - b.at)
  const worked = inOrder.filter(({ isParked }) => !isParked)
  const parked = inOrder.filter(({ isParked }) => isParked)
  const { withinTenMinutes: most } = mostClaims
  // Queueing does not make the deferrals between longer.
  const crowd = [
    ...worked.map((_, first) => crowdFrom(worked.slice(first), most.worked, moves)),
    ...parked.map((_, first) => crowdFrom(parked.slice(first), most.parked, moves)),
  ].find((count) => count > 0)
  return [
    ...(crowd ? [`wasted: ${id} was claimed ${crowd} times in ten minutes`] : []),
    ...(worked.length > mostClaims.atAll * (1 + moves) ? [`wasted: ${id} was claimed ${worked.length} times`] : []),
  ]
}

/** How many claims there were in the ten minutes from the first one, as soon as they are more than `allowed`; 0: they never are. */
function crowdFrom(claims: readonly Expense[], allowed: number, moves: number): number {
  const end = (claims[0]?.at ?? 0) + tenMinutesMs
  const attempts = new Set<number | undefined>()
  for (const [index, { at, attempt }] of claims.entries()) {
    if (at >= end) return 0
    attempts.add(attempt)
    const most = allowed + mostClaims.afterAnAttempt * (attempts.size - 1)
    if (index + 1 > most * (1 + moves)) return index + 1
  }
  return 0
}

type Spent = { id: string; claims: readonly Expense[]; facts: readonly Fact[] }

/** What was refused as it is would be refused again: without a person the same write is not sent a second time. A right can come back (403). */
function refusedAgain(event: InboxEvent | undefined, { id, claims, facts }: Spent): string[] {
  const stored = claims.filter(({ isSaved, isHurt }) => isSaved && !isHurt)
  const refused = stored.flatMap(({ calls }) =>
    calls.filter(({ method, status }) => method === 'POST' && (status === 400 || status === 422)),
  )
  // A comment that is refused before its return was looked at again is tried once more after that.
  const looks = event?.history.filter(({ code }) => code === 'second_look').length ?? 0
  const lostLooks = claims.filter((claim) => !stored.includes(claim) && hasLookedAgain(claim)).length
  return refused.length > kindsOf(facts).length * (1 + movesOf(event)) + looks + lostLooks
    ? [`wasted: ${id} sent ${refused.length} writes that were refused`]
    : []
}

/** A run that could save nothing leaves no history of its look: it has listed the order's returns and made none; at most it tried the comment then. */
function hasLookedAgain({ calls }: Expense): boolean {
  const list = calls.findIndex(({ url }) => url.startsWith('/rest/orders?') && url.includes(parameters.parentOrderId))
  const [first, ...more] = calls.filter(({ method, isLogin }) => method === 'POST' && !isLogin)
  if (first === undefined) return list >= 0
  const isComment = /^\/rest\/comments(\?|$)/.test(first.url)
  return isComment && more.length === 0 && list >= 0 && list < calls.indexOf(first)
}

const movesOf = (event: InboxEvent | undefined): number =>
  event?.history.filter(({ code }) => code === 'released' || code === 'replayed').length ?? 0

/** First pages; who the API user is is asked for once by all. */
const readsOf = ({ calls }: Expense): number =>
  calls.filter(({ method, url }) => method === 'GET' && url !== '/rest/user' && !/[?&]page=([2-9]|\d\d)/.test(url))
    .length
const writesOf = ({ calls }: Expense): number =>
  calls.filter(({ method, isLogin }) => method === 'POST' && !isLogin).length

/** Of the shop that was asked most. */
function labelsOf({ tables }: Expense): number {
  const asked = tables.map(({ operation }) => operation).filter(isOfLabel)
  return Math.max(0, ...[...Map.groupBy(asked, (operation) => operation).values()].map((same) => same.length))
}
const isOfLabel = (operation: string): boolean => operation.startsWith('inbox.numbersOfLabel')

/** Without what is polled, and without the look of an operator who waits for the outcome. Locks and labels are counted apart. */
const ownTables = ({ tables }: Expense): string[] =>
  tables
    .map(({ operation }) => operation)
    .filter((operation) => !/^(session|pace|inbox\.(due|get)|records\.lock)/.test(operation) && !isOfLabel(operation))

/** A claim that looks a second time at a return, and then for its lost comment, has one read more: no claim before it had both. */
function latecomers({ calls }: Expense): number {
  const urls = calls.filter(({ method }) => method === 'GET').map(({ url }) => url.split('?')[0] ?? '')
  const orders = new Set(urls.filter((url) => /^\/rest\/orders\/\d+$/.test(url)))
  return orders.size > 1 && urls.some((url) => url.startsWith('/rest/comments/order/')) ? 1 : 0
}

/** Where no line carries its SKU: the order once more with its variations, and what the market calls them. */
function readsOfSkus({ calls }: Expense): number {
  const urls = calls.filter(({ method }) => method === 'GET').map(({ url }) => url)
  const again = urls.filter((url) =>
    /^\/rest\/orders\/\d+\?.*orderItems\.variation(?:&|$)/.test(decodeURIComponent(url)),
  )
  return Math.min(1, again.length) + urls.filter((url) => url.startsWith('/rest/items/variations')).length
}

/** Who could not read the session knows nothing of it, and has nothing to write. */
function writtenUnread({ event, tables }: Expense): string[] {
  const ofSession = tables.filter(({ operation }) => operation.startsWith('session.'))
  const isUnread = ({ operation, isFailed }: Expense['tables'][number]) => operation === 'session.read' && isFailed
  return ofSession.some((one, index) => isUnread(one) && ofSession[index + 1]?.operation === 'session.replace')
    ? [`wasted: the session was written unread by one claim of ${event}`]
    : []
}

/** Beyond one in each interval. */
function polls({ tables }: Expense, item: keyof typeof polled): number {
  const times = tables.filter(({ operation }) => operation.startsWith(`${item}.`)).map(({ at }) => at)
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return Math.round(times.length - spanMs / polled[item].everyMs)
}
