import type { LoginModel, ModelWorker } from './client-login-model.ts'
import { outcomeOf } from './client-outcome.ts'
import type { ClientWorker, ClientWorld } from './client-world.ts'

const minute = 60_000
const hour = 60 * minute

export type Played = { world: ClientWorld; model: LoginModel; operator: ClientWorker; secret: { isComplete: boolean } }
export type Worker = { real: ClientWorker; known: ModelWorker }

/** Often to the end of what the model waits for, a little before or after it. */
export async function waitFor({ world, model }: Played, workers: readonly Worker[]): Promise<void> {
  const { chance, timeline } = world
  const ends = [model.notBefore?.[1] ?? 0, model.pausedUntil, (model.token?.expiresAt ?? 0) - 10 * minute]
  const ahead = ends.filter((end) => end > timeline.now())
  const aimed =
    ahead.length > 0 && chance.hits(0.6) ? chance.pick(ahead) - timeline.now() + chance.pick([-700, 300]) : 0
  await world.pass(Math.max(10, aimed || chance.pick([1_000, 6_000, 61_000, 6 * minute, 12 * hour])))
  // A renewal is tried now and then only.
  const tokens = [model.token, ...workers.map(({ known }) => known.live)].filter((token) => token !== undefined)
  const isJustTried = timeline.now() - model.now < 31_000
  if (isJustTried && tokens.some(({ expiresAt }) => timeline.now() >= expiresAt - 10 * minute)) await world.pass(31_000)
  // What is waited for can be later than it must; and how soon before its end a token is not used any more, nobody says.
  const unsure = [
    model.notBefore ?? ([0, 0] as const),
    ...tokens.map(({ expiresAt }) => [expiresAt - 2 * minute, expiresAt + 10] as const),
  ].toSorted((one, other) => one[0] - other[0])
  for (const [from, until] of unsure)
    if (timeline.now() >= from && timeline.now() < until) await world.pass(until - timeline.now() + 10)
}

export function renewSecret({ world, secret }: Played): void {
  const version = `v${Number(world.secret.version.slice(1)) + 1}`
  secret.isComplete = world.chance.hits(0.8)
  const password = secret.isComplete ? `password-${version}` : world.chance.pick(['', ' ', 'undefined', 'null'])
  world.secret = { ...world.secret, version, password }
}

export async function reset({ world, model, operator }: Played): Promise<void> {
  await world.until(operator.session.reset())
  Object.assign(model, {
    attempts: Math.min(model.attempts, 2),
    refused: new Set(),
    notBefore: undefined,
    pausedUntil: 0,
  })
}

/** A worker that dies while it logs in: the attempt stays counted, and nobody else begins while it may be on its way. */
export async function dieAtLogin({ world, model, secret }: Played): Promise<void> {
  const { timeline } = world
  const isAllowed =
    timeline.now() > model.pausedUntil && model.token === undefined && model.attempts < 3 && secret.isComplete
  const isFree = timeline.now() > model.leasedUntil[1]
  if (!isAllowed || !isFree || model.refused.has(world.secret.version) || timeline.now() < (model.notBefore?.[1] ?? 0))
    return
  world.answer = () => ({ lost: 'for ever' })
  const begunAt = timeline.now()
  void outcomeOf(world.worker().session.token({ deadlineMs: begunAt + 2 * minute }))
  await world.pass(world.chance.between(1, 9_000))
  model.attempts += 1
  model.leasedUntil = [begunAt + 10_000, begunAt + 30_000]
}
