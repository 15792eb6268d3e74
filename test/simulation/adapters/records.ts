import { isDeepStrictEqual } from 'node:util'
import {
  type Changes,
  type LockedItem,
  LostLock,
  type Records,
  type WriteRecord,
} from '../../../lib/state/write-record.ts'
import type { Chance } from '../random.ts'
import type { AdapterWorld } from './world.ts'

const leaseMs = 150_000
const id = 'order#10001'
type Owner = { event: string; epoch: number; until: number }

/** The records of one order under locks of two events, of which some answers are lost. */
export async function playRecords(world: AdapterWorld): Promise<void> {
  const { chance, records, now, pass, expect, loseAnswer } = world
  let lock: Owner | undefined
  let known: Records = {}
  /** What each event believes to have. */
  const own: LockedItem[] = []
  const epochs: Record<string, number> = { a: 1, b: 1 }

  for (let turn = chance.between(5, 14); turn > 0; turn -= 1) {
    const event = chance.pick(['a', 'b'])
    const what = chance.pick(['lock', 'lock', 'save', 'save', 'unlock', 'place'])
    if (what === 'lock') await lockFor(event)
    else if (what === 'place') await place()
    else if (own.length > 0) await (what === 'save' ? save : unlock)(chance.pick(own))
    pass(chance.pick([0, 1, 1_000, leaseMs, leaseMs + 1]))
    world.keepAnswers()
    const { records: stored = {}, lock: held } = (await records.get(id)) ?? {}
    expect(
      isDeepStrictEqual(stored, known),
      `after ${what} there is ${JSON.stringify(stored)}, not ${JSON.stringify(known)}`,
    )
    expect(
      isDeepStrictEqual(held, lock),
      `after ${what} the lock is ${JSON.stringify(held)}, not ${JSON.stringify(lock)}`,
    )
  }

  async function lockFor(event: string): Promise<void> {
    if (chance.hits(0.4)) epochs[event] = (epochs[event] ?? 0) + 1
    // A worker of an earlier claim can still be under way.
    const epoch = Math.max(1, (epochs[event] ?? 1) - (chance.hits(0.2) ? 1 : 0))
    const wanted = { event, epoch, until: now() + leaseMs }
    const isFree = !lock || (lock.event === event ? lock.epoch <= epoch : lock.until < now())
    const first = chance.hits(0.5) ? { key: chance.pick(keys), record: drawRecord(chance, event, now()) } : undefined
    const other = { event: 'c', epoch: 1, until: now() + 3 * leaseMs }
    const how = chance.pick(['answered', 'lost', 'lost and taken'])
    if (how === 'lost') loseAnswer()
    const isTaken = how === 'lost and taken' && isFree
    if (how === 'lost and taken') loseAnswer(() => records.lock(id, { lock: other, now: now() + leaseMs + 1 }))
    const locked = await records.lock(id, { lock: wanted, now: now(), ...(first && { first }) })
    if (isFree) {
      lock = isTaken ? other : wanted
      if (first && !Object.hasOwn(known, first.key)) known = { ...known, [first.key]: first.record }
    }
    expect(
      (locked !== 'busy') === (isFree && !isTaken),
      `a lock (${how}) of ${event} is ${locked === 'busy' ? 'refused' : 'given'}`,
    )
    if (locked === 'busy') return
    own.push(locked)
    expect(isDeepStrictEqual(locked.lock, wanted), `a lock (${how}) answers ${JSON.stringify(locked.lock)}`)
    expect(isDeepStrictEqual(locked.records, known), `a lock (${how}) answers ${JSON.stringify(locked.records)}`)
  }

  async function save(item: LockedItem): Promise<void> {
    const { event } = item.lock
    const drawn = drawChanges(chance, event, now())
    // As after a save whose answer was lost, or of which a part was.
    const changes = chance.hits(0.3) ? { ...drawn, ...known } : drawn
    const unlock = chance.hits(0.5)
    const isOwn = lock?.event === event && lock.epoch === item.lock.epoch
    const other = { event: 'c', epoch: 1, until: now() + 3 * leaseMs }
    const how = chance.pick(['answered', 'lost', 'lost and taken'])
    if (how === 'lost') loseAnswer()
    if (how === 'lost and taken') loseAnswer(() => records.lock(id, { lock: other, now: now() + leaseMs + 1 }))
    const saved = await records.save(item, { changes, unlock, now: now() }).catch((error: unknown) => {
      if (error instanceof LostLock) return undefined
      throw error
    })
    if (isOwn) known = applied(known, changes)
    const isTaken = isOwn && how === 'lost and taken'
    if (isTaken) lock = other
    else if (isOwn && unlock) lock = undefined
    const isThere = Object.entries(changes).every(([key, record]) => isDeepStrictEqual(known[key], record))
    // Saved and unlocked: that another one has it by now is no matter.
    const wanted = (isOwn && !isTaken) || (unlock && isThere)
    expect(
      (saved !== undefined) === wanted,
      `a save (${how}) under ${JSON.stringify(item.lock)} is ${saved ? 'done' : 'refused'}`,
    )
    if (!saved || unlock || chance.hits(0.8)) own.splice(own.indexOf(item), 1)
    if (!saved) return
    if (isOwn)
      expect(isDeepStrictEqual(saved.records, known), `a save (${how}) answers ${JSON.stringify(saved.records)}`)
    if (!unlock) own.push(saved)
  }

  async function unlock(item: LockedItem): Promise<void> {
    if (chance.hits(0.4)) loseAnswer()
    await records.unlock(item, now())
    if (lock?.event === item.lock.event && lock.epoch === item.lock.epoch) lock = undefined
    own.splice(own.indexOf(item), 1)
  }

  async function place(): Promise<void> {
    const key = `form/fact-${world.newId()}`
    const [here, there, elsewhere] = ['order#1', 'order#2', 'order#3'] as const
    const put = (at: typeof here | typeof there | typeof elsewhere, instead?: typeof here | typeof there) =>
      records.place(key, at, { now: now(), ...(instead && { instead }) })
    expect((await records.placeOf(key)) === undefined, 'a new fact has a place')
    if (chance.hits(0.5)) loseAnswer()
    expect((await put(here)) === here, 'the first place of a fact does not count')
    expect((await put(there)) === here, 'a second place of a fact counts')
    expect((await put(there, there)) === here, 'a place counts instead of one that is not there')
    const isTaken = chance.hits(0.5)
    loseAnswer(isTaken ? () => put(elsewhere, there) : undefined)
    const last = isTaken ? elsewhere : there
    expect((await put(there, here)) === last, 'a place instead of the first one does not count')
    expect((await records.placeOf(key)) === last, 'the place of a fact is another one')
  }
}

const keys = ['form/1', 'form/1/comment', 'shop/2']

function drawRecord(chance: Chance, event: string, at: number): WriteRecord {
  const common = {
    kind: 'return',
    by: event,
    at,
    tries: [{ known: [1, 2], sendBefore: at + chance.between(1, 5_000) }],
  } as const
  const state = chance.pick(['sent', 'missing', 'done'] as const)
  return state === 'done' ? { ...common, state, id: chance.between(1, 9) } : { ...common, state }
}

function drawChanges(chance: Chance, event: string, at: number): Changes {
  const changed = keys.filter(() => chance.hits(0.5))
  const one = () => (chance.hits(0.8) ? drawRecord(chance, event, at) : undefined)
  return Object.fromEntries((changed.length > 0 ? changed : keys.slice(0, 1)).map((key) => [key, one()]))
}

const applied = (records: Records, changes: Changes): Records =>
  Object.fromEntries(Object.entries({ ...records, ...changes }).filter((entry) => entry[1] !== undefined)) as Records
