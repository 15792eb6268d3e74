import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { LostEvent } from '../../../lib/inbox/inbox.ts'
import type { Chance } from '../random.ts'
import type { AdapterWorld } from './world.ts'

const leaseMs = 150_000
const hintMs = 60_000

/** One event through claims and saves, of which some answers are lost: each counts once, and who was overtaken is told. */
export async function playEvents(world: AdapterWorld): Promise<void> {
  const { chance, inbox, now, pass, expect, loseAnswer } = world
  const id = `standard/event-${chance.between(1, 9)}`
  const delivery = { body: Buffer.from(`{"text":"${'é'.repeat(chance.pick([1, 3_000]))}"}`), headers: { topic: 'any' } }
  const receivedAt = now()
  const accept = () => inbox.accept({ id, source: 'standard', delivery, now: now(), hintMs })
  if (chance.hits(0.5)) loseAnswer()
  expect((await accept()) === 'accepted', 'a new event is not accepted')
  pass(chance.between(0, 10))
  if (chance.hits(0.5)) loseAnswer()
  expect((await accept()) === 'duplicate', 'a second delivery is accepted')
  let wanted = {
    ...{ id, source: 'standard', status: 'ready', wakeAt: receivedAt + hintMs, epoch: 0, attempts: 0, delivery },
    ...{ progress: {}, history: [{ at: receivedAt, code: 'accepted' }], receivedAt, updatedAt: receivedAt },
  } as unknown as InboxEvent
  await mustBe(wanted)

  for (let turn = chance.between(3, 7); turn > 0; turn -= 1) {
    pass(chance.pick([0, 1, hintMs, leaseMs]))
    await claim()
    if (wanted.status === 'running' && chance.hits(0.8)) await save()
  }

  async function claim(): Promise<void> {
    const { status, wakeAt = 0, leaseUntil = 0 } = wanted
    const isFree =
      status === 'ready' || (status === 'waiting' && wakeAt <= now()) || (status === 'running' && leaseUntil <= now())
    const before = wanted
    const how = chance.pick(['answered', 'lost', 'lost and taken'])
    if (how === 'lost') loseAnswer()
    const take = () => {
      const { epoch, attempts, unsaved = 0, history } = wanted
      const counted = { epoch: epoch + 1, attempts: attempts + 1, unsaved: unsaved + 1, leaseUntil: now() + leaseMs }
      const at = { code: 'claimed', at: now(), attempt: attempts + 1 } as const
      // Of claims in a row the last one is shown.
      const others = history.at(-1)?.code === 'claimed' ? history.slice(0, -1) : history
      wanted = { ...wanted, ...counted, status: 'running', updatedAt: now(), history: [...others, at] }
    }
    if (isFree) take()
    if (how === 'lost and taken')
      loseAnswer(async () => {
        pass(leaseMs)
        await inbox.claim(id, { now: now(), leaseMs })
        take()
      })
    const claimed = await inbox.claim(id, { now: now(), leaseMs })
    const isOurs = isFree && how !== 'lost and taken'
    expect((claimed !== undefined) === isOurs, `${before.status} is ${claimed ? '' : 'not '}claimed (${how})`)
    if (claimed) expect(isSame(claimed, wanted), `a claim (${how}) answers ${shown(claimed)}, not ${shown(wanted)}`)
    world.keepAnswers()
    await mustBe(wanted)
  }

  async function save(): Promise<void> {
    const next = drawNext(chance, wanted, now())
    const how = chance.pick(['answered', 'lost', 'older epoch', 'newer epoch', 'other status', 'lost and taken'])
    const previous = {
      ...wanted,
      ...(how === 'older epoch' && { epoch: wanted.epoch - 1 }),
      ...(how === 'newer epoch' && { epoch: wanted.epoch + 1 }),
      ...(how === 'other status' && { status: 'waiting' as const }),
    }
    const given = { ...next, writeId: world.newId() } as InboxEvent
    if (how === 'lost') loseAnswer()
    if (how === 'lost and taken')
      loseAnswer(() => inbox.save(given, { ...given, epoch: given.epoch + 1, writeId: world.newId() }))
    const saved = await inbox.save(previous, given).then(
      () => true,
      (error: unknown) => {
        if (error instanceof LostEvent) return false
        throw error
      },
    )
    world.keepAnswers()
    const isOurs = how === 'answered' || how === 'lost'
    expect(saved === isOurs, `a save (${how}) is ${saved ? '' : 'not '}told to be done`)
    if (isOurs) wanted = next
    if (how === 'lost and taken') wanted = { ...next, epoch: next.epoch + 1 }
    await mustBe(wanted)
  }

  async function mustBe(one: InboxEvent): Promise<void> {
    const stored = await inbox.get(id)
    expect(stored !== undefined && isSame(stored, one), `stored is ${shown(stored)}, not ${shown(one)}`)
  }
}

const statuses = ['ready', 'waiting', 'held', 'done', 'failed', 'ignored', 'discarded'] as const
const openStatuses = ['ready', 'waiting']

/** What a run may make of it: each field there or gone. */
function drawNext(
  chance: Chance,
  { leaseUntil: _, unsaved: __, wakeAt: ___, endedAt: ____, ...event }: InboxEvent,
  now: number,
) {
  const status = chance.hits(0.6) ? chance.pick(['ready', 'waiting'] as const) : chance.pick(statuses)
  const maybe = <T>(value: T) => (chance.hits(0.5) ? value : undefined)
  const orderId = maybe(chance.between(1, 3))
  const fields = {
    ...{ status, updatedAt: now, orderId, queued: maybe(true), lane: maybe('replay'), withdrawal: maybe(true) },
    ...{ deferredSince: maybe(now - 5), reason: maybe({ code: 'order_unknown', by: 'number', wanted: 'return' }) },
    approvals: maybe([{ code: 'order_unknown' }]),
    progress: chance.hits(0.3)
      ? { key: { orderId: 1 }, [`long ${'k'.repeat(3_000)}`]: { done: true } }
      : { key: { orderId: 1 } },
    ...(openStatuses.includes(status) && { wakeAt: now + chance.pick([0, 1, hintMs]) }),
    ...(!openStatuses.includes(status) && status !== 'held' && { endedAt: now }),
    history: [...event.history, { code: 'already_done', at: now, by: 'x'.repeat(chance.pick([1, 2_000])) }],
  }
  return plain({ ...event, ...fields }) as unknown as InboxEvent
}

const plain = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

/** But for the id of its write. */
function isSame(
  { writeId: _, delivery, ...event }: InboxEvent,
  { writeId: __, delivery: wantedDelivery, ...wanted }: InboxEvent,
): boolean {
  const isDelivered =
    delivery.body.equals(wantedDelivery.body) && isDeepStrictEqual(delivery.headers, wantedDelivery.headers)
  return isDelivered && isDeepStrictEqual(plain(event), plain(wanted))
}

const shown = (event: InboxEvent | undefined): string => {
  const { delivery: _, ...shown } = event ?? ({} as InboxEvent)
  return JSON.stringify(shown, (_, value) => (typeof value === 'string' && value.length > 50 ? '…' : value))
}
