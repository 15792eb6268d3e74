import { createChance } from '../../test/simulation/random.ts'
import { type Heard, listIds, type Signed, sideBySide, sign, startLocalBridge } from './local-bridge.ts'
import type { Part, Row } from './part.ts'

/** Of ten deliveries one is forged, and two are repeats. */
const [forgedShare, repeatedShare] = [0.1, 0.2]
const senders = 32

type Sent = { fact: number; isForged: boolean; signed: Signed; heard: Heard[] }

/** Thousands of deliveries at once, repeats and forgeries among them, through the HTTP side of `npm start`. */
export const burst: Part = {
  says: 'a burst of deliveries with repeats and bad signatures, accepted by `npm start`',
  async measure({ deliveries }) {
    const all = planBurst(deliveries)
    // Nobody works on the events meanwhile.
    const bridge = await startLocalBridge({ LOCAL_STREAM: 'off' })
    try {
      const from = performance.now()
      await sideBySide(senders, all, async (one) => void one.heard.push(...(await bridge.send(one.signed))))
      const seconds = (performance.now() - from) / 1_000
      const facts = new Set(all.map(({ fact }) => fact)).size
      return [
        ...judgeBurst(all, await listIds(bridge)),
        { what: 'deliveries answered', measured: all.length / seconds, unit: ' a second' },
        { what: 'events accepted meanwhile', measured: facts / seconds, unit: ' a second' },
      ]
    } finally {
      await bridge.end()
    }
  },
}

/** The same for each run: facts in their order, repeats anywhere behind the first delivery, forgeries anywhere. */
function planBurst(count: number): Sent[] {
  const chance = createChance(1)
  const forged = Math.max(1, Math.round(count * forgedShare))
  const repeated = Math.max(1, Math.round(count * repeatedShare))
  const facts = Array.from({ length: Math.max(1, count - forged - repeated) }, (_, fact) => toSent(fact, false))
  const others = [
    ...Array.from({ length: repeated }, () => toSent(chance.between(0, facts.length - 1), false)),
    ...Array.from({ length: forged }, () => toSent(chance.between(0, facts.length - 1), true)),
  ]
  return [...facts, ...others]
    .map((sent) => ({ sent, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ sent }) => sent)
}

function toSent(fact: number, isForged: boolean): Sent {
  const content = { id: 1_000 + fact, order_id: 9_000_000 + fact, note: 'Chipped rim', refund_line_items: [] }
  const signed = sign({ kind: 'shopify', id: `delivery-${fact}`, topic: 'refunds/create', content })
  // One digit is another one: the signature is of other bytes.
  const body = Buffer.from(signed.body.toString().replace('"order_id":9', '"order_id":8'))
  return { fact, isForged, signed: isForged ? { ...signed, body } : signed, heard: [] }
}

/** Every fact is stored once, under the id that each of its senders heard, and nothing else is. */
export function judgeBurst(
  all: readonly Pick<Sent, 'fact' | 'isForged' | 'heard'>[],
  stored: readonly string[],
): Row[] {
  const genuine = all.filter(({ isForged }) => !isForged)
  const ids = new Map<number, Set<string | undefined>>()
  for (const { fact, heard } of genuine) ids.set(fact, (ids.get(fact) ?? new Set()).add(idOf(heard)))
  const times = new Map<string, number>()
  for (const id of stored) times.set(id, (times.get(id) ?? 0) + 1)
  const isOnce = (heard: Set<string | undefined>) =>
    [...heard].every((id) => times.get(id ?? '') === 1) && heard.size === 1
  const known = new Set([...ids.values()].flatMap((heard) => [...heard]))
  const none = { unit: '', limit: { atMost: 0 } }
  return [
    {
      what: 'genuine facts that were not stored once',
      measured: [...ids.values()].filter((heard) => !isOnce(heard)).length,
      ...none,
    },
    { what: 'stored events that nobody sent', measured: stored.filter((id) => !known.has(id)).length, ...none },
    {
      what: 'forged deliveries that were not refused',
      measured: all.filter(({ isForged, heard }) => isForged && heard.at(-1)?.status !== 401).length,
      ...none,
    },
    {
      what: 'answers 5xx, which senders repeat',
      measured: all.reduce((sum, { heard }) => sum + heard.length - 1, 0),
      unit: '',
    },
  ]
}

const idOf = (heard: readonly Heard[]): string | undefined =>
  heard.at(-1)?.status === 200 ? heard.at(-1)?.id : undefined
