import type { Answered } from './client-network.ts'
import type { Chance } from './random.ts'

const hour = 3_600_000

/** What an answer to a login means (docs/back-office.md 2.1, 2.2, 12.4). `waitMs`: how long the next one waits, at least and at most. */
export type LoginAnswer = {
  answered: Answered
  takesMs: number
  means: 'token' | 'refused' | 'not made' | 'unknown'
  token: string
  lifeMs: number
  waitMs: [least: number, most: number]
}

let tokens = 0

/** Both spellings are in use, and a field of one does not speak for the others. */
function tokenAnswer(chance: Chance, token: string): { json: object; lifeMs: number } {
  const seconds = chance.pick([86_400, 86_400, 7_200])
  const named = chance.hits(0.5) ? { access_token: token } : { accessToken: token }
  const type = chance.pick([{ token_type: 'Bearer' }, { tokenType: 'bearer' }, {}])
  const life = chance.pick([{ expires_in: seconds }, { expiresIn: seconds }, { expires_in: String(seconds) }, {}])
  return {
    json: { ...named, ...type, ...life, refresh_token: 'of-no-use' },
    lifeMs: Object.keys(life).length > 0 ? seconds * 1_000 : 24 * hour,
  }
}

export function drawLoginAnswer(chance: Chance): LoginAnswer {
  tokens += 1
  const token = `token-${tokens}`
  const plain = { takesMs: 20, token, lifeMs: 0, waitMs: [0, 0] as [number, number] }
  const draw = chance.next()
  if (draw < 0.45) {
    const { json, lifeMs } = tokenAnswer(chance, token)
    // A slow answer within the allowed is no doubt.
    const takesMs = chance.pick([20, 20, 9_900])
    return { ...plain, takesMs, answered: { status: 200, json, afterMs: takesMs }, means: 'token', lifeMs }
  }
  if (draw < 0.6) {
    const json = { error: 'invalid_credentials' }
    return { ...plain, answered: { status: chance.pick([401, 403]), json }, means: 'refused' }
  }
  if (draw < 0.8) {
    return { ...plain, ...notMade(chance), means: 'not made' }
  }
  const silent = chance.hits(0.4)
  const answered: Answered = silent
    ? { lost: 'silent' }
    : chance.pick<Answered>([
        { status: 200, text: '<html>' },
        { status: 200 },
        { status: 200, json: { token_type: 'Bearer', expires_in: 86_400 } },
        { status: 200, json: { access_token: token, token_type: 'MAC' } },
        { status: 200, json: { access_token: '' } },
        { status: 408, json: {} },
        { status: 302 },
        { status: 404, json: {} },
      ])
  return { ...plain, takesMs: silent ? 10_000 : 20, answered, means: 'unknown' }
}

function notMade(chance: Chance): Pick<LoginAnswer, 'answered' | 'takesMs' | 'waitMs'> {
  const seconds = chance.between(1, 400)
  const takesMs = 20
  const waits = (from: number, to: number): [number, number] => [from * 1_000, to * 1_000]
  const limited = { status: 429, json: { error: 'short period write limit reached' } }
  const used = { 'x-plenty-global-short-period-calls-left': '0', 'x-plenty-global-short-period-decay': String(seconds) }
  return chance.pick([
    { takesMs, answered: { ...limited, headers: { 'retry-after': String(seconds) } }, waitMs: waits(seconds, seconds) },
    { takesMs, answered: { ...limited, headers: used }, waitMs: waits(seconds, seconds) },
    { takesMs, answered: limited, waitMs: waits(1, 60) },
    {
      takesMs,
      answered: { status: 429, json: { error: 'too_many_concurrent_sessions' }, headers: { 'retry-after': '2' } },
      waitMs: waits(10, 60),
    },
    { takesMs, answered: { status: chance.pick([500, 502, 503]), text: 'broken' }, waitMs: waits(1, 60) },
    { takesMs: 0, answered: { lost: 'unconnected' } as const, waitMs: waits(1, 60) },
  ])
}
