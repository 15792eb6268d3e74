import { drawLoginAnswer, type LoginAnswer } from './login-answers.ts'
import { dieAtLogin, type Played, renewSecret, reset, type Worker, waitFor } from './login-events.ts'
import { createLoginModel, forget, type LoginModel, type ModelToken, tokenFor, type Wanted } from './login-model.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { ClientWorld } from './world.ts'

const minute = 60_000
const order = { id: 7, typeId: 1, statusId: 7 }

/** Two workers of one API user, an operator, and a back office that answers logins in every way: one call after the other. */
export async function playLogin(world: ClientWorld): Promise<void> {
  const { chance, timeline } = world
  const model = createLoginModel(timeline.now())
  const played: Played = { world, model, operator: world.worker(), secret: { isComplete: true } }
  const cold = (): Worker => ({ real: world.worker(), known: { live: undefined, cachedPassword: undefined } })
  const workers = [cold(), cold()]
  for (let step = 0; step < 11; step += 1) {
    await waitFor(played, workers)
    const at = chance.between(0, 1)
    if (chance.hits(0.15)) workers[at] = cold()
    const worker = workers[at] ?? cold()
    if (chance.hits(0.12)) renewSecret(played)
    if (chance.hits(0.12)) await reset(played)
    if (chance.hits(0.08)) {
      await dieAtLogin(played)
    }
    await call(played, worker)
    await compareStatus(played)
  }
}

async function call({ world, model, secret }: Played, worker: Worker): Promise<void> {
  const { chance, timeline } = world
  const statuses = Array.from({ length: 2 }, () => chance.pick([200, 200, 200, 401, 401, 403, 404]))
  const logins: LoginAnswer[] = [drawLoginAnswer(chance), drawLoginAnswer(chance)]
  let [calls, tried] = [0, 0]
  let passwords: unknown[] = []
  const seen: (string | undefined)[] = []
  world.answer = ({ path, token, body }) => {
    if (path !== '/rest/login') {
      seen.push(token)
      return { status: statuses[calls++] ?? 500, json: order }
    }
    passwords = [...passwords, body.password]
    return logins[tried++]?.answered ?? { status: 500 }
  }
  const startedAt = timeline.now()
  const run = { deadlineMs: startedAt + 5 * minute }
  const got = await world.until(outcomeOf(worker.real.open(run).orders.read(7)))
  const first = world.requests.find(({ path, at }) => path === '/rest/login' && at >= startedAt)
  const [leasedFrom, leasedUntil] = model.leasedUntil
  // Until when the worker that died was waited for, only the next login shows.
  if (startedAt < leasedUntil) {
    const isEarly = (first?.at ?? leasedFrom) < leasedFrom
    world.expect(!isEarly && (first?.at ?? 0) <= leasedUntil, () => 'a login too early or late after one that died')
    const over = first?.at ?? timeline.now()
    if (over >= leasedFrom) model.leasedUntil = [over, over]
  }
  Object.assign(model, { now: startedAt, logins: 0 })
  const given = {
    worker: worker.known,
    secret: { ...world.secret, isComplete: secret.isComplete },
    next: () => logins[model.logins] as LoginAnswer,
  }
  const wanted = wantedOf(model, given, statuses)
  world.expect(isAsWanted(got, wanted), () => `a call ends as ${shown(got)}, not as ${JSON.stringify(wanted.end)}`)
  world.expect(tried === model.logins, () => `${tried} logins, not ${model.logins}`)
  world.expect(
    passwords.every((one) => one === world.secret.password),
    () => 'a login with an older password',
  )
  world.expect(JSON.stringify(seen) === JSON.stringify(wanted.tokens), () => `calls with ${seen}, not ${wanted.tokens}`)
  // People are called when the login closes: an alarm counts that line.
  const doubts = world.doubts.filter((line) => !line.startsWith('login closed '))
  world.expect(doubts.length === 0, () => `doubts without a reason: ${doubts[0]}`)
}

type CallWanted = { end: Wanted; tokens: string[] }

/** One call, with its one repeat after a 401 (docs/back-office.md 12.5). */
function wantedOf(model: LoginModel, given: Parameters<typeof tokenFor>[1], statuses: readonly number[]): CallWanted {
  const tokens: string[] = []
  for (const [index, status] of statuses.entries()) {
    const token = tokenFor(model, given)
    if ('kind' in token) return { end: token, tokens }
    tokens.push(token.value)
    model.now += 20
    if (status === 200 || status === 404) noteWorked(model, token)
    if (status !== 401) return { end: { kind: status === 200 ? 'value' : 'rejected' }, tokens }
    const paused = forget(model, given.worker, { token, isLast: index === 1 })
    if (paused) return { end: paused, tokens }
  }
  return { end: { kind: 'deferral' }, tokens }
}

function noteWorked(model: LoginModel, token: ModelToken): void {
  token.worked = true
  if (model.token?.value === token.value) model.token.worked = true
}

const shown = (got: Outcome) => JSON.stringify(got)
const slackMs = 100

function isAsWanted(got: Outcome, { end }: CallWanted): boolean {
  if (got.kind !== end.kind) return false
  if (got.kind !== 'deferral' && got.kind !== 'retry') return true
  const { atMs = 0 } = got
  if (!end.atMs) return got.atMs === undefined
  return atMs >= end.atMs[0] - slackMs && atMs <= end.atMs[1] + slackMs
}

async function compareStatus({ world, model, operator, secret }: Played): Promise<void> {
  const status = await world.until(operator.session.status())
  const now = world.timeline.now()
  const isRefused = model.refused.has(world.secret.version)
  const open = now < model.pausedUntil ? 'paused' : model.attempts >= 3 ? 'used-up' : isRefused ? 'refused' : 'open'
  const state = secret.isComplete ? open : 'not-configured'
  const wanted = { state, attempts: model.attempts, refused: [...model.refused].sort(), worked: model.token?.worked }
  const { state: is, attempts, refusedVersions, token } = status
  const got = { state: is, attempts, refused: [...refusedVersions].sort(), worked: token?.worked }
  world.expect(
    JSON.stringify(got) === JSON.stringify(wanted),
    () => `stands at ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`,
  )
}
