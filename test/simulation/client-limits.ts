import { RetryLater } from '../../lib/errors.ts'
import type { ClientWorker, ClientWorld } from './client-world.ts'

const second = 1_000
const minute = 60 * second
const order = { id: 7, typeId: 1, statusId: 7, access_token: 'token-of-limits' }
const transitMs = 500
type Kind = 'GET' | 'POST'

/** Three workers have more to do than the limits allow: never more in any minute, as it is counted, and not much less. */
export async function playLimits(world: ClientWorld): Promise<void> {
  const { chance, timeline } = world
  const limits = { GET: chance.pick([5, 8, 20]), POST: chance.pick([2, 3, 6, 20]) }
  const configured = { readsPerMinute: limits.GET, writesPerMinute: limits.POST }
  const isLate = chance.hits(0.5)
  const lateMs = () => (isLate ? chance.pick([0, 0, 499, 500, 501, 7_999, 8_001]) : 0)
  const counted: Record<Kind, number[]> = { GET: [], POST: [] }
  world.answer = ({ method, at }) => {
    counted[method as Kind].push(at + chance.pick([0, transitMs, chance.between(0, transitMs)]))
    return { status: 200, json: order, afterMs: chance.between(5, 900) }
  }
  const events = { GET: 0, POST: 0 }
  const startedAt = timeline.now()
  const work = Array.from({ length: 3 }, async () => {
    const worker = world.worker({ limits: configured, isPaced: true, lateMs })
    for (let event = 0; event < 4; event += 1) {
      const need = { GET: chance.between(1, 4), POST: chance.between(0, 2) }
      events.GET += need.GET
      events.POST += need.POST
      await playEvent(world, worker, need)
    }
  })
  await world.until(Promise.all(work))
  for (const kind of ['GET', 'POST'] as const) {
    const times = counted[kind].toSorted((one, other) => one - other)
    const limit = limits[kind]
    const over = times.find((at, index) => (times[index + limit] ?? Number.POSITIVE_INFINITY) < at + minute)
    world.expect(over === undefined, () => `more than ${limit} ${kind} in a minute`)
  }
  if (isLate) return
  // Of reads a burst of five is lost, and one call is one (docs/architecture.md).
  const reads = (events.GET * 69 * second) / Math.max(1, limits.GET - 4)
  const writes = ((events.POST + 1) * 61_500) / limits.POST
  const most = 1.6 * (reads + writes) + 3 * minute
  world.expect(
    timeline.now() - startedAt <= most,
    () => `${JSON.stringify(events)} under ${JSON.stringify(limits)} took ${timeline.now() - startedAt} ms`,
  )
}

/** An event as its run makes it: what is parked comes back when it was told to. */
async function playEvent({ timeline }: ClientWorld, { open }: ClientWorker, need: Record<Kind, number>): Promise<void> {
  const left = { ...need }
  let queued = false
  for (;;) {
    const deadlineMs = timeline.now() + 2 * minute
    const run = {
      deadlineMs,
      get pace() {
        return { class: 'live' as const, queued, reads: left.GET, writes: left.POST }
      },
    }
    const office = open(run)
    try {
      for (; left.GET > 0; left.GET -= 1) await office.orders.read(7)
      for (; left.POST > 0; left.POST -= 1) {
        await office.reserveWrites()
        const body = { referenceType: 'order', referenceValue: 7, text: 'Hallo', isVisibleForContact: true } as const
        await office.comments.create(body, { sendBefore: timeline.now() + 5 * second })
      }
      return
    } catch (error) {
      if (!(error instanceof RetryLater) || !error.deferral) throw error
      queued = error.queued
      const atMs = error.atMs ?? timeline.now() + second
      await new Promise<void>((resolve) => void timeline.at(Math.max(atMs, timeline.now() + 1), resolve))
    }
  }
}
