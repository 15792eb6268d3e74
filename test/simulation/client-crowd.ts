import type { Answered } from './client-network.ts'
import { outcomeOf } from './client-outcome.ts'
import type { ClientWorker, ClientWorld } from './client-world.ts'

const second = 1_000
const minute = 60 * second
const token = { status: 200, json: { access_token: 'token-of-a-crowd' } }

/** Several workers without a token at once, tables that fail, and an answer that comes when its lease has passed on (12.4). */
export async function playCrowd(world: ClientWorld): Promise<void> {
  await world.chance.pick([playTogether, playTogether, playUnstored, playLate])(world)
}

const ask = ({ timeline }: ClientWorld, { session }: ClientWorker) =>
  outcomeOf(session.token({ deadlineMs: timeline.now() + 2 * minute }))
const attemptsOf = async (world: ClientWorld) => (await world.until(world.worker().session.status())).attempts

/** One of them logs in, and what comes of it is the others' too. */
async function playTogether(world: ClientWorld): Promise<void> {
  const { chance, requests } = world
  const answers: Record<string, Answered> = {
    value: { ...token, afterMs: chance.pick([20, 9_900]) },
    closed: { status: 403, json: { error: 'locked' } },
    deferral: { status: 503, text: 'broken' },
    retry: { lost: 'silent' },
  }
  const kind = chance.pick(Object.keys(answers))
  world.answer = () => answers[kind] ?? token
  const workers = [0, 1, 2].map(() => world.worker())
  const got = await world.until(Promise.all([...workers, ...workers].map((worker) => ask(world, worker))))
  const kinds = got.map((one) => one.kind)
  world.expect(requests.length === 1, () => `${requests.length} logins of a crowd that ends as ${kind}`)
  // Whoever has not asked itself waits for the next attempt.
  const isRight = (one: string) => one === kind || (kind === 'retry' && one === 'deferral')
  world.expect(kinds.every(isRight), () => `a crowd ends as ${kinds}, not as ${kind}`)
  const attempts = kind === 'closed' || kind === 'retry' ? 1 : 0
  const counted = await attemptsOf(world)
  world.expect(counted === attempts, () => `${counted} attempts are counted after ${kind}, not ${attempts}`)
}

/** A token of which the note could not be stored serves its own worker; the attempt stays counted, and the next one waits its turn. */
async function playUnstored(world: ClientWorld): Promise<void> {
  const { requests, timeline } = world
  const [first, other] = [world.worker(), world.worker()]
  world.answer = () => {
    world.failingWrites = requests.length === 0 ? 1 : 0
    return token
  }
  const begunAt = timeline.now()
  const got = await world.until(ask(world, first))
  world.expect(got.kind === 'error', () => `a login whose token cannot be stored ends as ${got.kind}`)
  const again = await world.until(ask(world, first))
  world.expect(
    again.kind === 'value' && requests.length === 1,
    () => `its own worker gets ${again.kind} with ${requests.length} logins`,
  )
  const counted = await attemptsOf(world)
  world.expect(counted === 1, () => `${counted} attempts are counted where no token was stored`)
  const theirs = await world.until(ask(world, other))
  const at = (requests[1]?.at ?? 0) - begunAt
  world.expect(
    theirs.kind === 'value' && at >= 10 * second && at <= 30 * second,
    () => `another worker logs in after ${at} ms`,
  )
  world.expect((await attemptsOf(world)) === 0, () => 'attempts are counted after a token')
}

/** A worker stands still while it logs in. When it goes on, others have logged in: it gives back nothing that is theirs. */
async function playLate(world: ClientWorld): Promise<void> {
  const { timeline, requests } = world
  const lateMs = 40 * second
  const answers: Answered[] = [
    { status: 503, text: 'broken', afterMs: lateMs },
    { status: 200, text: '<html>' },
    { lost: 'silent' },
  ]
  world.answer = () => answers[requests.length] ?? token
  const begunAt = timeline.now()
  const late = ask(world, world.worker())
  await world.pass(second)
  // After the lease: answered without a token, so it stays counted.
  await world.until(ask(world, world.worker()))
  const before = await attemptsOf(world)
  await world.until(late)
  world.expect(timeline.now() >= begunAt + lateMs, () => 'it went on too early')
  const after = await attemptsOf(world)
  world.expect(before === 2 && after === 2, () => `${before} attempts are counted, then ${after}, not 2`)
}
