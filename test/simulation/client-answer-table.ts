import type { Answered } from './client-network.ts'
import type { Outcome } from './client-outcome.ts'
import type { Chance } from './random.ts'

export type Kind = 'read' | 'write'
type Wanted = { kind: Outcome['kind']; atMs?: number }
export type Drawn = { answered: (token: string) => Answered; wanted: Wanted }

/** What no error may repeat: of customers, and of the request. */
export const secretWords = { email: 'kunde.7@example.com', comment: 'Lindenweg 12a in Hamburg, dritter Stock' }
const minute = 60_000

/** An answer, and what a caller gets (docs/back-office.md 12.3): written from there. */
export function drawAnswer(chance: Chance, kind: Kind): Drawn {
  const draw = chance.next()
  if (draw < 0.25) return success(chance, kind)
  if (draw < 0.5) return refusal(chance, kind)
  if (draw < 0.7) return limited(chance)
  const lost: Wanted = { kind: kind === 'read' ? 'retry' : 'unknown' }
  if (draw < 0.8) {
    const how = chance.pick(['cut', 'silent', 'unconnected'] as const)
    return { answered: () => ({ lost: how }), wanted: how === 'unconnected' ? { kind: 'retry' } : lost }
  }
  if (draw < 0.9) {
    const status = chance.pick([402, 406, 409, 410, 418, 423, 451, 499])
    return {
      answered: () => ({ status, json: errorBody(chance, '') }),
      wanted: kind === 'read' ? { kind: 'rejected' } : lost,
    }
  }
  const status = chance.pick([408, 301, 302, 304, 307, 500, 501, 502, 503, 504, 599])
  return { answered: () => ({ status, json: { id: 7, typeId: 1, statusId: 7 } }), wanted: lost }
}

function success(chance: Chance, kind: Kind): Drawn {
  const order = { typeId: 1, statusId: '7.00' }
  const status = chance.pick([200, 200, 201, 204, 299])
  const afterMs = chance.pick([20, 20, 9_990])
  if (chance.hits(0.5)) {
    const id = chance.pick([7, '7', '7.0'])
    return { answered: () => ({ status, afterMs, json: { ...order, id } }), wanted: { kind: 'value' } }
  }
  const bad: Answered[] = [
    ...['<html>', '', '[]', 'null', '{"id":7', '"7"'].map((text) => ({ status, text })),
    ...[undefined, null, 0, -7, 7.5, '7x', '7.5', true].map((id) => ({ status, json: { ...order, id } })),
    { status, text: '{"id":9007199254740993,"typeId":1,"statusId":7}' },
  ]
  if (kind === 'read') bad.push({ status, json: { ...order, id: 8 } }, { status, json: { id: 7, typeId: 1 } })
  const answered = chance.pick(bad)
  return { answered: () => answered, wanted: { kind: kind === 'read' ? 'retry' : 'unknown' } }
}

function refusal(chance: Chance, kind: Kind): Drawn {
  const status = chance.pick([400, 403, 404, 405, 413, 422])
  const draw = chance.next()
  if (draw < 0.7) {
    const shape = chance.between(0, 4)
    return { answered: (token) => ({ status, json: errorBody(chance, token, shape) }), wanted: { kind: 'rejected' } }
  }
  if (draw < 0.8) return { answered: () => ({ status }), wanted: { kind: 'rejected' } }
  const text = chance.pick(['<html><body>no</body></html>', 'no'])
  return { answered: () => ({ status, text }), wanted: { kind: kind === 'read' ? 'retry' : 'rejected' } }
}

/** The shapes of 10.1, which quote what they should not. */
function errorBody(chance: Chance, token: string, shape = chance.between(0, 4)): object {
  const says = `This is that is wrong: ${secretWords.email} Bearer ${token} "${secretWords.comment}"`
  return (
    [
      { error: { code: 7, message: says } },
      { error: says },
      { error: { message: 'no' }, validation_errors: { text: [says] } },
      { validation_errors: [says] },
      { validation_errors: [[says]] },
    ][shape] ?? {}
  )
}

function limited(chance: Chance): Drawn {
  const status = 429
  const seconds = chance.between(2, 300)
  const json = { error: { message: 'short period read limit reached' } }
  const ends = (window: string, left: number, decay: number) => ({
    [`X-Plenty-${window}-Calls-Left`]: String(left),
    [`X-Plenty-${window}-Decay`]: String(decay),
  })
  const atMs = seconds * 1_000
  return chance.pick<Drawn>([
    {
      answered: () => ({ status, json, headers: { 'Retry-After': String(seconds), ...ends('Route', 0, 500) } }),
      wanted: { kind: 'deferral', atMs },
    },
    {
      answered: () => ({
        ...{ status, json },
        headers: {
          ...ends('Global-Short-Period', 0, seconds),
          ...ends('Global-Long-Period', 5, 80_000),
          ...ends('Route', 0, seconds - 1),
        },
      }),
      wanted: { kind: 'deferral', atMs },
    },
    { answered: () => ({ status, json }), wanted: { kind: 'deferral' } },
    {
      answered: () => ({ status, json: { error: 'too_many_concurrent_sessions' }, headers: { 'Retry-After': '5000' } }),
      wanted: { kind: 'deferral', atMs: minute },
    },
  ])
}
