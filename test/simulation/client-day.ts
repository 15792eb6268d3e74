import type { Need } from '../../lib/back-office/pace/budget.ts'
import { outcomeOf } from './client-outcome.ts'
import type { ClientWorld } from './client-world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The writes of a day: forms have half, one of them a quarter; what has begun is finished; the next day begins anew (docs/architecture.md). */
export async function playDay(world: ClientWorld): Promise<void> {
  const { chance, timeline } = world
  const limit = chance.pick([6, 40, 60])
  // What an answer says of a day others learn with the next reservation only.
  const hears = chance.hits(0.5)
  const workers = (hears ? [0] : [0, 1]).map(() => world.worker({ limits: { writesPerDay: limit } }))
  let today = { used: 0, endsAt: 0, forms: new Map<string, number>() }
  const isOfForms = chance.hits(0.4)
  // Forms wait until nobody else is parked.
  let isBehind = false
  for (let step = 0; step < 45; step += 1) {
    if (chance.hits(0.12)) await world.pass(chance.pick([minute, hour, 9 * hour]))
    const now = timeline.now()
    const pace = chance.pick(workers).pace
    if (hears && chance.hits(0.08) && today.endsAt > now) {
      today = await hear(world, {
        today,
        limit,
        observe: async (answer) => await world.until((async () => await pace.observe('POST', answer))()),
      })
      continue
    }
    if (now >= today.endsAt) today = { used: 0, endsAt: now + day, forms: new Map() }
    const form = isOfForms || chance.hits(0.5) ? chance.pick(['one', 'two', 'three']) : ''
    const weight = chance.hits(0.25) ? 'begun' : form ? 'form' : 'live'
    const writes = chance.pick([1, 2, 2])
    const need: Need = { class: weight, reads: 0, writes, ...(form && { form }) }
    const got = await world.until(outcomeOf((async () => await pace.reserve(need, { deadlineMs: now + hour }))()))
    const all = [...today.forms.values()].reduce((sum, one) => sum + one, 0)
    const own = today.forms.get(form) ?? 0
    const hasShare =
      weight !== 'form' ||
      (all + writes <= Math.max(2, limit / 2) && own + writes <= Math.max(2, Math.floor(limit / 4)))
    const what = `${writes} writes of ${weight} ${form} after ${today.used} of ${limit}, ${own} and ${all} of forms`
    const isOver = today.used + writes > limit
    // How many are kept for what has begun is not said; some are, and at most half.
    const isKept = weight !== 'begun' && today.used + writes > limit - 1
    const isFree = weight === 'begun' || today.used + writes <= Math.min(Math.ceil(limit / 2), limit - limit / 50 - 11)
    if (isOver || isKept || !hasShare) world.expect(got.kind === 'deferral', () => `${what} end as ${got.kind}`)
    else if (isFree && !(isBehind && weight === 'form'))
      world.expect(got.kind === 'value', () => `${what} end as ${JSON.stringify(got)}`)
    if (got.kind === 'value') {
      today.used += writes
      if (form) today.forms.set(form, own + writes)
    } else if (got.kind === 'deferral') {
      if (weight === 'live') isBehind = true
      if (weight === 'form' && isBehind) continue
      const wait = (got.atMs ?? 0) - today.endsAt
      const least = weight === 'form' ? 0 : -2 * minute
      world.expect(wait >= least && (hears || wait <= hour), () => `${what} wait until ${wait} ms after the day`)
    }
  }
}

type Today = { used: number; endsAt: number; forms: Map<string, number> }
type Answer = { status: number; headers: Headers; body: string }

/** What an answer says of the day: within a day the count only rises. */
async function hear(
  { chance, timeline }: ClientWorld,
  { today, limit, observe }: { today: Today; limit: number; observe: (answer: Answer) => Promise<void> },
): Promise<Today> {
  const now = timeline.now()
  const left = chance.between(0, limit)
  const decay = chance.pick([Math.floor((today.endsAt - now) / 1_000), 3_600, 86_400])
  const named = { Limit: limit, 'Calls-Left': left, Decay: decay }
  const headers = Object.entries(named).map(([name, value]) => [`X-Plenty-Global-Long-Period-${name}`, String(value)])
  await observe({ status: 200, headers: new Headers(headers as [string, string][]), body: '' })
  const seen = { used: limit - left, endsAt: now + decay * 1_000 }
  if (seen.endsAt > today.endsAt + minute) return { ...seen, forms: new Map() }
  return { ...today, used: Math.max(today.used, seen.used), endsAt: Math.min(today.endsAt, seen.endsAt) }
}
