import type { Answered } from './client-network.ts'
import { outcomeOf } from './client-outcome.ts'
import type { ClientWorker, ClientWorld } from './client-world.ts'

const second = 1_000
const minute = 60 * second
const login = { status: 200, json: { access_token: 'token-of-limits' } }
const order = { id: 7, typeId: 1, statusId: 7 }

const read = ({ timeline }: ClientWorld, { open }: ClientWorker) =>
  outcomeOf(open({ deadlineMs: timeline.now() + 2 * minute }).orders.read(7))

/** All workers have a token. */
async function logIn(world: ClientWorld, workers: readonly ClientWorker[]): Promise<void> {
  world.answer = () => login
  const run = { deadlineMs: world.timeline.now() + 2 * minute }
  for (const { session } of workers) await world.until(session.token(run))
  world.requests.length = 0
}

const period = (limit: number, left: number, decay: number) => ({
  'X-Plenty-Global-Short-Period-Limit': String(limit),
  'X-Plenty-Global-Short-Period-Calls-Left': String(left),
  'X-Plenty-Global-Short-Period-Decay': String(decay),
})

/** Before a limit is known one call goes ahead, and the others wait for what its answer names (docs/reliability.md, learnt limits). */
export async function playLearning(world: ClientWorld): Promise<void> {
  const { chance, timeline, requests } = world
  const workers = [0, 1, 2].map(() => world.worker({ isPaced: true }))
  await logIn(world, workers)
  const names = chance.pick(['a limit', 'none', 'none', 'nothing: it is silent', 'nothing: a gateway'])
  const afterMs = chance.pick([30, 9_000])
  const answers: Record<string, Answered> = {
    'a limit': { status: 200, json: order, afterMs, headers: period(chance.pick([6, 20]), 5, 60) },
    none: { status: 200, json: order, afterMs },
    'nothing: it is silent': { lost: 'silent' },
    'nothing: a gateway': { status: 503, text: 'sorry', afterMs: 30 },
  }
  const limit = Number(
    (answers[names] as { headers?: Record<string, string> }).headers?.['X-Plenty-Global-Short-Period-Limit'],
  )
  world.answer = () => answers[names] ?? login
  const begunAt = timeline.now()
  const together = () => Promise.all([...workers, ...workers].map((worker) => read(world, worker)))
  await world.until(together())
  const times = requests.map(({ at }) => at - begunAt)
  const shown = `calls at ${times} while the first answer names ${names} after ${afterMs} ms`
  const early = times.filter((at) => at < (names.startsWith('nothing') ? 12 * second : afterMs))
  world.expect(early.length === 1, () => shown)
  if (names === 'nothing: it is silent') {
    const next = times[1] ?? 0
    world.expect(times.length > 1 && next <= 13 * second && times.at(-1) === next && times.length === 2, () => shown)
  }
  if (names === 'none') {
    world.expect(times.length === 6 && (times.at(-1) ?? 0) <= afterMs + second, () => shown)
    await playLater(world, workers)
  }
  const isOver = times.some((at, index) => (times[index + limit] ?? Number.POSITIVE_INFINITY) < at + minute)
  world.expect(!isOver, () => `more than ${limit}: ${shown}`)
}

/** That there is no limit counts for an hour. */
async function playLater(world: ClientWorld, workers: readonly ClientWorker[]): Promise<void> {
  const { chance, timeline, requests } = world
  const isOld = chance.hits(0.5)
  await world.pass((isOld ? 61 : 20) * minute)
  requests.length = 0
  const begunAt = timeline.now()
  await world.until(Promise.all(workers.map((worker) => read(world, worker))))
  const atOnce = requests.filter(({ at }) => at === begunAt).length
  world.expect(
    atOnce === (isOld ? 1 : 3),
    () => `${atOnce} calls at once ${isOld ? 61 : 20} minutes after no limit was named`,
  )
}

/** What an answer says of the limits, and what its worker and a new one do then (docs/back-office.md 3.2). */
export async function playRefusal(world: ClientWorld): Promise<void> {
  const { chance, timeline, requests } = world
  const [worker] = [world.worker({ isPaced: true })]
  await logIn(world, [worker])
  const seconds = chance.between(3, 30)
  const limited = { status: 429, json: { error: 'short period read limit reached' } }
  const after = { 'Retry-After': String(seconds) }
  const cases: Record<string, { answer: Answered; reads: number; writes: number }> = {
    'a 429 of reads': { answer: { ...limited, headers: after }, reads: seconds, writes: 0 },
    'a 429 that names the window': {
      answer: { ...limited, headers: period(20, 0, seconds) },
      reads: seconds,
      writes: 0,
    },
    'a 429 of writes': {
      answer: { status: 429, json: { error: 'short period write limit reached' }, headers: after },
      reads: 0,
      writes: seconds,
    },
    'a 429 of sessions': {
      answer: { status: 429, json: { error: 'too_many_concurrent_sessions' }, headers: after },
      reads: 0,
      writes: 0,
    },
    'no calls left': {
      answer: { status: 200, json: order, headers: period(20, 0, seconds) },
      reads: seconds,
      writes: 0,
    },
    'no limit at all': { answer: { status: 200, json: order }, reads: 0, writes: 0 },
  }
  const name = chance.pick(Object.keys(cases))
  const { answer, reads, writes } = cases[name] ?? { answer: login, reads: 0, writes: 0 }
  // Something is known of both.
  world.answer = () => ({ status: 200, json: order })
  const comment = { referenceType: 'order', referenceValue: 7, text: 'Hallo', isVisibleForContact: true } as const
  const write = ({ open }: ClientWorker) => {
    const deadlineMs = timeline.now() + 2 * minute
    const office = open({ deadlineMs })
    return outcomeOf(office.reserveWrites().then(() => office.comments.create(comment, { sendBefore: deadlineMs })))
  }
  await world.until(read(world, worker))
  await world.until(write(worker))
  world.answer = () => answer
  await world.until(read(world, worker))
  world.answer = () => ({ status: 200, json: order })
  const heardAt = timeline.now()
  requests.length = 0
  // Who has not heard of the last calls left may meet a 429.
  const asker = chance.hits(0.5) || name === 'no calls left' ? worker : world.worker({ isPaced: true })
  const isRead = chance.hits(0.5)
  await world.until(isRead ? read(world, asker) : write(asker))
  const [first] = requests
  const waited = (first?.at ?? Number.NaN) - heardAt
  const wanted = (isRead ? reads : writes) * second
  // Some milliseconds of a lost race, and the cost of a call of the limit that was named.
  const isRight =
    waited >= wanted - 20 && waited <= wanted + (isRead && name !== 'a 429 of reads' && wanted > 0 ? 25 * second : 50)
  world.expect(
    isRight,
    () =>
      `a ${isRead ? 'read' : 'write'} of ${asker === worker ? 'its' : 'a new'} worker ${waited} ms after ${name}, not ${wanted}`,
  )
}
