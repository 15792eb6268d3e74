import { drawAnswer, type Kind, secretWords } from './client-answer-table.ts'
import type { Answered } from './client-network.ts'
import { type Outcome, outcomeOf } from './client-outcome.ts'
import type { ClientWorker, ClientWorld } from './client-world.ts'

const minute = 60_000
const comment = { referenceType: 'order' as const, referenceValue: 7, text: secretWords.comment, userId: 77 }

/** Calls that are answered in every way: what the caller gets, and how often was sent (docs/back-office.md 12.3, 12.5). */
export async function playAnswers(world: ClientWorld): Promise<void> {
  const worker = world.worker()
  for (let step = 0; step < 9; step += 1) {
    // A token that works.
    world.answer = () => ({ status: 200, json: { ...token(), id: 7, typeId: 1, statusId: 7 } })
    await world.until(worker.open({ deadlineMs: world.timeline.now() + minute }).orders.read(7))
    const draw = world.chance.next()
    if (draw < 0.2) await playUser(world, worker)
    else await playCall(world, worker, world.chance.pick(['read', 'write']))
    await world.pass(world.chance.between(10, 3 * minute))
  }
}

let tokens = 0
const token = () => {
  tokens += 1
  return { access_token: `token-of-a-call-${tokens}-${'x'.repeat(20)}` }
}

async function playCall(world: ClientWorld, worker: ClientWorker, kind: Kind): Promise<void> {
  const { chance, timeline } = world
  const now = timeline.now()
  const answer = drawAnswer(chance, kind)
  const refusals = chance.hits(0.85) ? 0 : chance.pick([1, 1, 2])
  const loginMs = chance.pick([20, 20, 9_900])
  const deadlineMs = now + (chance.hits(0.8) ? 2 * minute : chance.pick([9_000, 9_999, 11_000, 15_000]))
  const sendBefore = now + chance.pick([5_000, 5_000, 5_000, 1, 0, -1])
  let sent: number[] = []
  let logins = 0
  let used = ''
  world.answer = (asked) => {
    if (asked.path === '/rest/login') {
      logins += 1
      return { status: 200, json: token(), afterMs: loginMs }
    }
    used = asked.token ?? ''
    sent = [...sent, timeline.now()]
    return sent.length <= refusals ? { status: 401, json: { error: 'access_denied' } } : answer.answered(used)
  }
  const office = worker.open({ deadlineMs })
  const work =
    kind === 'read'
      ? office.orders.read(7)
      : office.comments.create({ ...comment, isVisibleForContact: false }, { sendBefore })
  const got = await world.until(outcomeOf(work))

  const mayBeSent = (at: number) => at + 10_000 <= deadlineMs && (kind === 'read' || at < sendBefore)
  const first = mayBeSent(now)
  const second = first && refusals > 0 && now + 10_020 <= deadlineMs && mayBeSent(now + 20 + loginMs)
  // At the very edge of a run nobody says how much is left.
  const isNear = [now, now + 20, now + 20 + loginMs].some((at) => Math.abs(at + 10_250 - deadlineMs) <= 251)
  if (isNear) return
  const times = Number(first) + Number(second)
  world.expect(sent.length === times, () => `a ${kind} was sent ${sent.length} times, not ${times}`)
  world.expect(sent.every(mayBeSent), () => `a ${kind} was sent too late`)
  world.expect(
    logins === Number(first && refusals > 0 && now + 10_020 <= deadlineMs) || loginMs > 20,
    () => `${logins} logins for ${refusals} refused tokens`,
  )
  const isCut = times < Math.min(refusals + 1, 2)
  const wanted = isCut
    ? { kind: 'deferral' as const }
    : refusals === 2
      ? { kind: 'deferral' as const, atMs: 15 * minute }
      : answer.wanted
  judge(world, { got, wanted, kind, answered: answer.answered(used), token: used })
  if (refusals === 2 && !isCut) await world.pass(15 * minute + 100)
}

type Got = {
  got: Outcome
  wanted: { kind: Outcome['kind']; atMs?: number; takesMs?: number }
  kind: Kind
  answered: Answered
  token: string
}

function judge({ expect, timeline }: ClientWorld, { got, wanted, kind, answered, token }: Got): void {
  const said = () => `a ${kind} that is answered ${JSON.stringify(answered).slice(0, 90)}`
  expect(got.kind === wanted.kind, () => `${said()} ends as ${JSON.stringify(got)}, not as ${wanted.kind}`)
  if (wanted.atMs !== undefined && got.kind === 'deferral') {
    const wait = (got.atMs ?? 0) - timeline.now()
    expect(Math.abs(wait - wanted.atMs) < 1_000, () => `${said()} waits ${wait} ms, not ${wanted.atMs}`)
  }
  if (got.kind !== 'rejected') return
  const shown = got.words.toLowerCase()
  const secrets = [secretWords.email, token, ...(kind === 'write' ? [secretWords.comment] : [])]
  const secret = secrets.find((word) => word !== '' && shown.includes(word.toLowerCase()))
  expect(secret === undefined, () => `${said()} shows ${secret}`)
  const says = 'text' in answered || !('json' in answered) || shown.includes('that is wrong')
  expect(says, () => `${said()} does not say what the server said: ${shown}`)
  expect('status' in answered && got.status === answered.status, () => `${said()} is refused with ${got.status}`)
}

/** The id of the API user: read once, and a refusal is never the token's fault where it was accepted a moment ago (12.5). */
async function playUser(world: ClientWorld, worker: ClientWorker): Promise<void> {
  const { chance, timeline } = world
  const status = chance.pick([200, 401, 403, 404, 500])
  let asked = 0
  let logins = 0
  world.answer = ({ path }) => {
    if (path === '/rest/login') logins += 1
    if (path !== '/rest/user') return { status: 200, json: { ...token(), id: 7, typeId: 1, statusId: 7 } }
    asked += 1
    return { status, json: status === 200 ? { id: '77' } : { error: 'no' } }
  }
  const office = worker.open({ deadlineMs: timeline.now() + 2 * minute })
  await world.until(office.orders.read(7))
  const [asks, loggedIn] = [asked, logins]
  const got = await world.until(outcomeOf(office.user.id()))
  const isKnown = asked === asks
  world.expect(logins === loggedIn, () => `a login after ${status} for the user`)
  const wanted = isKnown || status === 200 ? 'value' : status === 500 ? 'retry' : 'deferral'
  world.expect(got.kind === wanted, () => `the id of the user with ${status} ends as ${JSON.stringify(got)}`)
  world.expect(got.kind !== 'value' || got.value === 77, () => `the id of the user is ${JSON.stringify(got)}`)
  if (got.kind !== 'value') return
  // Remembered by all.
  const other = await world.until(
    outcomeOf(
      world
        .worker()
        .open({ deadlineMs: timeline.now() + 2 * minute })
        .user.id(),
    ),
  )
  world.expect(asked <= 1 && other.kind === 'value', () => `the id of the user was asked for ${asked} times`)
}
