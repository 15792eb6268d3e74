import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Operator } from '../../../lib/operator/operator.ts'
import type { Script } from '../facts/fact.ts'
import { isOfDelivery } from '../facts/is-of-delivery.ts'
import { isOfParcel, isQuestion } from '../facts/parcels.ts'
import type { Town } from '../town/town.ts'

/** A login that used up its tries opens for nobody but an operator. */
export async function resetLogin({ platform, truth }: Town): Promise<void> {
  await platform.invoke('operator', 30_000, async ({ session }) => {
    const { state } = await session.status()
    if (state !== 'used-up' && state !== 'refused') return
    truth.resets += 1
    await session.reset()
  })
}

const transitions = { release: 'released', replay: 'replayed', discard: 'discarded' } as const

/** An operator's decision about some event, as the command makes it. */
export async function move({ nature, platform, events, script }: Town, what: keyof typeof transitions): Promise<void> {
  const fitting = (await events()).filter((event) => isSensible(what, event, script))
  if (fitting.length === 0) return
  const { id, reason } = nature.chance.pick(fitting)
  nature.tell('an operator', () => `${what}s ${id}`)
  await platform.invoke('operator', 30_000, async ({ workflow, code }) => {
    // Between the look and the write somebody else can be faster: that is the point of the condition.
    await code.moveEvent({ workflow } as Operator, { id, note: 'as agreed' }, (event, by) => {
      // Nobody answers a question that he has not seen.
      const isOther = what === 'release' && event.reason !== undefined && !isDeepStrictEqual(event.reason, reason)
      if (isOther) throw new Error(`${id} has another reason by now`)
      return code[transitions[what]](event, by)
    })
  })
}

/** People heed what the event says: one of two submits is enough. They discard whatever can be, with a note. */
function isSensible(what: keyof typeof transitions, event: InboxEvent, script: Script): boolean {
  const { facts } = script
  // How many parcels there are knows only who has them in hand.
  if (isQuestion(event) && isOfParcel({ script }, event.id)) return false
  const submits =
    facts.find(({ deliveries }) => deliveries.some((one) => isOfDelivery(one, event.id)))?.deliveries ?? []
  const overrules =
    event.reason?.code === 'possible_duplicate' ||
    event.reason?.code === 'same_parcel' ||
    (event.reason?.code === 'too_many' && submits.length > 1)
  if (what === 'discard') return true
  return what === 'replay' || !overrules
}
