import type { LoginAnswer } from './client-login-answers.ts'

const minute = 60_000
const day = 24 * 60 * minute

export type ModelToken = { value: string; password: string; expiresAt: number; worked: boolean }
/** A worker as far as the model knows it. */
export type ModelWorker = { live: ModelToken | undefined; cachedPassword: string | undefined }
type Secret = { password: string; version: string; isComplete: boolean }
/** What must come of a call. `atMs`: the earliest sensible time, from and to. */
export type Wanted = { kind: 'value' | 'closed' | 'retry' | 'deferral' | 'rejected'; atMs?: [number, number] }

/** The login as docs/back-office.md 12.4 has it, written from there and not from the code. Times are epoch milliseconds. */
export type LoginModel = {
  now: number
  attempts: number
  refused: Set<string>
  notBefore: [number, number] | undefined
  pausedUntil: number
  token: ModelToken | undefined
  /** Until when a login of a worker that has died may belong to it: earliest and latest. */
  leasedUntil: [number, number]
  /** How many logins are left in the model's hands. */
  logins: number
}

export const createLoginModel = (now: number): LoginModel => ({
  ...{ now, attempts: 0, refused: new Set(), notBefore: undefined, pausedUntil: 0, token: undefined },
  ...{ leasedUntil: [0, 0], logins: 0 },
})

const isUsable = (token: ModelToken | undefined, now: number) => token !== undefined && now < token.expiresAt
const isDue = ({ expiresAt }: ModelToken, now: number) => now >= expiresAt - 10 * minute

const isPassword = (text: string) => !['', ' ', 'undefined', 'null'].includes(text)

type Given = { worker: ModelWorker; secret: Secret; next: () => LoginAnswer }

/** A token to call with, or what a caller gets instead. */
export function tokenFor(model: LoginModel, given: Given): ModelToken | Wanted {
  const { worker } = given
  const { live } = worker
  if (!live || !isUsable(live, model.now)) return obtain(model, given)
  if (!isDue(live, model.now)) return live
  const newer = obtain(model, given, live)
  return 'kind' in newer ? live : newer
}

function obtain(model: LoginModel, { worker, secret, next }: Given, serving?: ModelToken): ModelToken | Wanted {
  if (model.now < model.pausedUntil) return { kind: 'deferral', atMs: [model.pausedUntil, model.pausedUntil] }
  const { token } = model
  if (token && isUsable(token, model.now)) {
    worker.cachedPassword ??= secret.password
    // What is not complete is no password: a worker that has read it so far has none.
    if (!isPassword(worker.cachedPassword)) return { kind: 'closed' }
    const opens = [worker.cachedPassword, secret.password].includes(token.password)
    if (worker.cachedPassword !== token.password) worker.cachedPassword = secret.password
    if (!isPassword(worker.cachedPassword)) return { kind: 'closed' }
    if (opens && token.value !== serving?.value) {
      worker.live = { ...token }
      return worker.live
    }
  }
  if (model.now < model.leasedUntil[0]) {
    if (serving) return serving
    model.now = model.leasedUntil[1]
  }
  worker.cachedPassword = secret.password
  if (!secret.isComplete || model.attempts >= 3 || model.refused.has(secret.version)) return { kind: 'closed' }
  if (model.notBefore && model.now < model.notBefore[0]) return { kind: 'deferral', atMs: model.notBefore }
  return logIn(model, { worker, secret, next })
}

function logIn(model: LoginModel, { worker, secret, next }: Given): ModelToken | Wanted {
  const { means, takesMs, token, lifeMs, waitMs } = next()
  const begunAt = model.now
  model.logins += 1
  model.attempts += 1
  model.now += takesMs
  if (means === 'token') {
    Object.assign(model, { attempts: 0, refused: new Set(), notBefore: undefined })
    model.token = { value: token, password: secret.password, expiresAt: begunAt + (lifeMs || day), worked: false }
    worker.live = { ...model.token }
    return worker.live
  }
  if (means === 'refused') {
    model.refused.add(secret.version)
    return { kind: 'closed' }
  }
  if (means === 'not made') {
    model.attempts -= 1
    model.notBefore = [model.now + waitMs[0], model.now + waitMs[1]]
    return { kind: 'deferral', atMs: model.notBefore }
  }
  const waits = [5_000, 5 * minute, 0][model.attempts - 1] ?? 0
  model.notBefore = [model.now + waits, model.now + waits]
  return { kind: 'retry', atMs: model.notBefore }
}

/** A token was refused with 401. Undefined: the caller goes on. */
export function forget(
  model: LoginModel,
  worker: ModelWorker,
  { token, isLast }: { token: ModelToken; isLast: boolean },
) {
  const isStored = model.token?.value === token.value
  const worked = token.worked || model.token?.worked === true
  const isKept = isStored && isLast && worked
  if (isStored && !isKept) {
    if (!worked) model.pausedUntil = model.now + 15 * minute
    model.token = undefined
  }
  if (!isKept) worker.live = undefined
  return model.now < model.pausedUntil
    ? ({ kind: 'deferral', atMs: [model.pausedUntil, model.pausedUntil] } satisfies Wanted)
    : undefined
}
