import type { InboxEvent } from '../../lib/inbox/event.ts'
import { accepted, claimed, toEnded } from '../../lib/inbox/transitions.ts'
import { type HeldCode, held, type ReasonOf } from '../../lib/reasons.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Source } from '../../lib/sources/source.ts'
import { type RunningStack, waitForStatus } from '../local/running-stack.ts'
import { changeOrder, copyOfOrder, orderOf, returnByHand } from './copy-of-order.ts'
import { deliver, send } from './deliver.ts'
import type { Reader, Words } from './reader.ts'

type Bridge = Pick<RunningStack, 'url' | 'sandboxUrl'>
/** `says`: what its row says that no other does. */
type Asked = { id: string; orderId: number; says: Words }
type Question = {
  /** A real delivery, or an event of `stored`. */
  ask: (bridge: Bridge) => Promise<Asked>
  is: Words
  answer: (see: Reader, bridge: Bridge, asked: Asked) => Promise<void>
  /** Absent: done. */
  ends?: 'discarded'
  /** Of its order in the end; absent: 1. */
  returns?: number
}

const minute = 60_000
const both = (words: string): Words => [words, words]
const aCopy = ({ sandboxUrl }: Bridge, of = 10_001) => copyOfOrder(sandboxUrl, of)
const oneMug = [{ sku: 'MUG-BLUE', quantity: 1 }]

type Order = { id: number; externalNumber: string }

/** A delivery of the shop's own system about an order. */
export async function about(bridge: Bridge, { id: orderId, externalNumber }: Order, lines: object = oneMug, more = {}) {
  const id = `${externalNumber}-${++sent}`
  const event = await deliver(bridge.url, { id, data: { order: { externalNumber }, lines, ...more } })
  return { id: event, orderId, says: both(externalNumber) } satisfies Asked
}
let sent = 0

/** The same by a form. */
async function byForm({ url }: Bridge, { id: orderId, externalNumber }: Order, submission: object): Promise<Asked> {
  const body = { form: 'returns', submission: { order_number: externalNumber, ...submission } }
  return {
    id: await send(url, sourceOfKind('formspree') as Source, { id: 'f', body }),
    orderId,
    says: both(externalNumber),
  }
}

/** What only time, a bug or another configuration brings about: by the number of its order, which no delivery is about. */
const stored = {
  outcome_unclear: ['B-160-0009', 10_009, 'GLOVES-M', { key: 'k', what: 'similar', kind: 'return', ids: [] }],
  deferred_too_long: ['NL-152-0010', 10_010, 'LAMP-7', {}],
  invariant_broken: ['6203001013', 10_013, 'CHAIR-F', { invariant: 'lock_of_another_item', facts: {} }],
  source_unknown: ['6203001012', 10_012, 'BULB-W', { source: 'gone' }],
} as const
type Stored = keyof typeof stored

export function* storedQuestions(now: number): Generator<InboxEvent> {
  for (const [code, [number, orderId, sku, more]] of Object.entries(stored)) {
    const source = code === 'source_unknown' ? 'gone' : 'standard'
    const data = { order: { externalNumber: number }, lines: [{ sku, quantity: 1 }] }
    const delivery = { body: Buffer.from(JSON.stringify({ type: 'return.requested', data })), headers: {} }
    const ready = accepted({ id: `${source}/${code}`, source, delivery, now, hintMs: minute }, 'a')
    const taken = claimed(ready, { now, leaseMs: minute, writeId: 'b' }) ?? ready
    const known = source === 'gone' ? {} : { orderId, about: { what: 'return', number } as const }
    const reason = { code, ...more } as ReasonOf<HeldCode>
    yield toEnded({ ...taken, ...known }, held(reason), { now, writeId: 'c' })
  }
}

function askedBefore(code: Stored, says: Words = both(stored[code][0])) {
  const id = `${code === 'source_unknown' ? 'gone' : 'standard'}/${code}`
  return async (): Promise<Asked> => ({ id, orderId: stored[code][1], says })
}

const discard: Words = ['Discard', 'Verwerfen']

/** What remains once it is chosen what is meant. */
export async function correct(see: Reader) {
  await see.press('See what would be sent', 'Zeigen, was gesendet würde')
  await see.fill('Why it is corrected, kept in the history', 'Warum berichtigt wird, bleibt im Verlauf', 'A call')
  await see.press('Correct it and let it go on', 'Berichtigen und weitergehen lassen')
  await see.read('The event was corrected and goes on.', 'Das Ereignis wurde berichtigt und geht weiter.')
}

/** Each reason to hold an event: how it comes about, what its page asks, and what a person does then. */
export const questions: Readonly<Record<HeldCode, Question>> = {
  possible_duplicate: {
    ask: async (bridge) => {
      const order = await aCopy(bridge)
      await waitForStatus(bridge.url, (await about(bridge, order)).id, 'done')
      return await about(bridge, order)
    },
    is: ['Is it meant a second time?', 'Ist es ein zweites Mal gemeint?'],
    answer: async (see) => {
      await see.follow('Compare with the other event', 'Mit dem anderen Ereignis vergleichen')
      await see.heading('The other event', 'Das andere Ereignis')
      await see.press(...discard)
    },
    ends: 'discarded',
  },
  same_parcel: {
    ask: async (bridge) => {
      const order = await aCopy(bridge)
      await returnByHand(bridge.sandboxUrl, order, [1101])
      await returnByHand(bridge.sandboxUrl, order, [1101, 1102])
      return await about(bridge, order)
    },
    is: ['Is it the same parcel?', 'Ist es dasselbe Paket?'],
    // The job of linking.
    answer: async (see) => {
      await see.pick('Article 1102')
      await see.press('Link to this return', 'Mit dieser Retoure verknüpfen')
    },
    returns: 2,
  },
  too_many: {
    ask: async (bridge) => await about(bridge, await aCopy(bridge), [{ sku: 'MUG-BLUE', quantity: 3 }]),
    is: ['How many pieces come back?', 'Wie viele Stück kommen zurück?'],
    answer: async (see) => {
      await see.follow('Correct', 'Berichtigen')
      await see.fill('Mug, blue: pieces that come back', 'Mug, blue: Stück, die zurückkommen', '2')
      await correct(see)
    },
  },
  order_ambiguous: {
    ask: async ({ url }) => {
      const data = { order: { email: 'dana.probe@example.com' }, lines: 'all' }
      const says: Words = ['Several orders fit', 'Mehrere Aufträge passen']
      return { id: await deliver(url, { id: 'dana', data }), orderId: 10_011, says }
    },
    is: ['Which order is meant?', 'Welcher Auftrag ist gemeint?'],
    answer: async (see) => {
      await see.pick('D-177-0011')
      await correct(see)
    },
  },
  email_mismatch: {
    ask: async (bridge) =>
      await byForm(bridge, await aCopy(bridge), {
        ...{ email: 'ben.muster@example.com', sku: 'MUG-BLUE', quantity: '1' },
      }),
    is: ['Is it the same customer?', 'Ist es dieselbe Kundin, derselbe Kunde?'],
    answer: async (see) => await see.press('Yes, let it go on', 'Ja, weitergehen lassen'),
  },
  addresses_missing: {
    ask: async (bridge) => await about(bridge, await aCopy(bridge, 10_006)),
    is: ['Has the order its addresses by now?', 'Hat der Auftrag seine Adressen inzwischen?'],
    answer: async (see, { sandboxUrl }, asked) => {
      const { addresses, addressRelations } = await orderOf(sandboxUrl, 10_001)
      await changeOrder(sandboxUrl, asked.orderId, { addresses, addressRelations })
      await see.press('Yes, check again', 'Ja, neu prüfen')
    },
  },
  return_incomplete: {
    ask: async (bridge) => {
      const order = await aCopy(bridge)
      const body = { ...(await orderOf(bridge.sandboxUrl, order.id)), id: order.id + 1, typeId: 3, statusId: 1 }
      const fault = { method: 'POST', path: '/rest/orders', kind: 'status', status: 200, applied: true, body }
      await fetch(`${bridge.sandboxUrl}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) })
      return await about(bridge, order)
    },
    is: ['Is the return complete by now?', 'Ist die Retoure inzwischen vollständig?'],
    answer: async (see) => await see.press('Yes, check again', 'Ja, neu prüfen'),
  },
  outcome_unclear: {
    ask: askedBefore('outcome_unclear'),
    is: ['Is it settled in the back office by now?', 'Ist es im Backoffice inzwischen geklärt?'],
    answer: async (see, _, { says }) => {
      await see.unfold('Something else', 'Etwas anderes')
      await see.follow('Look at the order', 'Den Auftrag ansehen')
      await see.read('The order has no return.', 'Der Auftrag hat keine Retoure.')
      await see.openRow(...says)
      await see.press('Yes, look again', 'Ja, noch einmal nachsehen')
    },
  },
  deferred_too_long: {
    ask: askedBefore('deferred_too_long'),
    is: [
      'Is the cause gone, so that it can be tried again?',
      'Ist die Ursache behoben, sodass ein neuer Versuch lohnt?',
    ],
    answer: async (see) => await see.press('Yes, try again', 'Ja, noch einmal versuchen'),
  },
  source_unknown: {
    ask: askedBefore('source_unknown', ['no source named gone', 'keine Quelle namens gone']),
    is: ['Is this sender still wanted?', 'Ist dieser Absender noch gewollt?'],
    answer: async (see) => {
      await see.follow('Look at the delivery', 'Die Nachricht ansehen')
      await see.unfold('Show the delivery', 'Die Nachricht zeigen')
      await see.fill('Why you look at it', 'Warum nachgesehen wird', 'What is it?')
      await see.press('Show the delivery', 'Die Nachricht zeigen')
      await see.read('BULB-W', 'BULB-W')
      await see.follow('Back to the event', 'Zurück zum Ereignis')
      await see.unfold('Something else', 'Etwas anderes')
      await see.press(...discard)
    },
    ...{ ends: 'discarded', returns: 0 },
  },
  withdrawal_unplaced: {
    ask: async (bridge) => {
      const { id: orderId, externalNumber } = await aCopy(bridge)
      const data = { order: { externalNumber: `${externalNumber}0` }, declaredAt: '2026-10-01T09:00:00Z' }
      const id = await deliver(bridge.url, { id: externalNumber, type: 'withdrawal.declared', data })
      return { id, orderId, says: ['Withdrawal', 'Widerruf'] }
    },
    is: ['Which order did the customer withdraw from?', 'Welcher Auftrag wurde widerrufen?'],
    answer: async (see, _, { orderId }) => {
      await see.follow('Correct', 'Berichtigen')
      await see.fill('Which order is meant?', 'Welcher Auftrag ist gemeint?', `${orderId}`)
      await correct(see)
    },
    returns: 0,
  },
  invariant_broken: {
    ask: askedBefore('invariant_broken'),
    is: [
      'Is the bug fixed, so that it can be checked again?',
      'Ist der Fehler behoben, sodass neu geprüft werden kann?',
    ],
    answer: async (see) => await see.press('Yes, check again', 'Ja, neu prüfen'),
  },
  write_cap: {
    ask: async (bridge) => {
      const order = await aCopy(bridge)
      const of = (sku: string) => byForm(bridge, order, { email: 'anna.beispiel@example.com', sku, quantity: '1' })
      await waitForStatus(bridge.url, (await of('TEAPOT-W')).id, 'done')
      return await of('MUG-BLUE')
    },
    is: ['Are all these forms genuine?', 'Sind alle diese Formulare echt?'],
    answer: async (see, _, { says }) => {
      await see.follow('Look at the order', 'Den Auftrag ansehen')
      await see.openRow(...says)
      await see.unfold('Something else', 'Etwas anderes')
      await see.press(...discard)
    },
    ends: 'discarded',
  },
  not_shipped: {
    ask: async (bridge) => {
      const order = await aCopy(bridge)
      await changeOrder(bridge.sandboxUrl, order.id, { statusId: 6.5 })
      return await about(bridge, order)
    },
    is: ['Does the customer have the goods?', 'Ist die Ware bei der Kundschaft?'],
    answer: async (see) => await see.press('Yes, let it go on', 'Ja, weitergehen lassen'),
  },
}
