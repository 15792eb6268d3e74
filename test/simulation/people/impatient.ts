import { hasOpenWrite } from '../../../lib/inbox/event.ts'
import type { Operator } from '../../../lib/operator/operator.ts'
import type { Delivery, Fact } from '../facts/fact.ts'
import { type Write, writeOf } from '../facts/tags.ts'
import type { Chance } from '../random.ts'
import type { Town } from '../town/town.ts'
import type { Mail } from './senders.ts'

/** Until a lost write is read back: the window of its send, its timeout and the settling time. */
const settledMs = 75_000

/**
 * People who do not wait for what became of a write: operators who discard its event with a note, and customers who submit the same
 * again under another key, while the first event is open, or when it is discarded or has just ended.
 */
export function startImpatient(town: Town, mail: Mail): void {
  const { nature, truth, script } = town
  const { timeline, chance } = nature
  const lost = new Set<string>()
  truth.onLost.push((request) => {
    const write = writeOf(request, script.facts)
    const fact = write && script.facts.find(({ tag }) => tag === write.tag)
    timeline.after(soon(chance), () => {
      void discardOpen(town).then((isDiscarded) => {
        if (isDiscarded && fact) submitAgain(town, mail, { fact, afterMs: chance.between(0, 5_000) })
      })
    })
    // What is lost a second time may come later than is assumed, and then nobody can keep it from being there twice.
    if (fact && !lost.has(fact.tag)) submitAgain(town, mail, { fact, afterMs: soon(chance) })
    if (write && !isComment(write)) lost.add(write.tag)
  })
}

const isComment = ({ kind }: Write): boolean => kind === 'comment'

/** While it is sent, when it has just been read back, or when much has happened since. */
const soon = (chance: Chance): number =>
  chance.pick([chance.between(0, 20_000), settledMs + chance.between(-10_000, 10_000), chance.between(0, 900_000)])

/** False: nothing was open, or nobody was impatient. */
async function discardOpen({ nature, platform, events }: Town): Promise<boolean> {
  const { timeline, chance, weather } = nature
  const waiting = (await timeline.busy(events())).filter(
    (event) => hasOpenWrite(event) && (event.status === 'waiting' || event.status === 'held'),
  )
  if (waiting.length === 0 || !weather.strikes('open write discarded')) return false
  const { id } = chance.pick(waiting)
  nature.tell('an operator', () => `discards ${id} with its open write`)
  const outcome = await platform.invoke('operator', 30_000, async ({ workflow, code }) => {
    await code.moveEvent({ workflow } as Operator, { id, note: 'it takes too long' }, code.discarded)
  })
  return 'ended' in outcome
}

/** Once a fact, and only where a second key makes it the same thing again. */
function submitAgain({ nature }: Town, mail: Mail, { fact, afterMs }: { fact: Fact; afterMs: number }): void {
  const { timeline, weather } = nature
  if (fact.deliveries.some(({ id }) => id === again(fact).id) || !isSubmitted(fact)) return
  if (fact.order.anewId !== undefined) return
  if (!weather.strikes('submitted beside')) return
  const delivery = again(fact)
  fact.deliveries.push(delivery)
  timeline.after(afterMs, () => mail.send(delivery))
}

const isSubmitted = ({ kind, deliveries: [first] }: Fact): boolean =>
  kind === 'return' ? first?.source === 'form' : kind === 'order'

function again({ tag, deliveries: [first] }: Fact): Delivery {
  const id = `${tag}-s`
  if (first?.source === 'form') return { ...first, id }
  const [command] = [first?.body].flat() as { key?: string }[]
  const { key: _, ...unkeyed } = command ?? {}
  return { source: 'operator', id, body: unkeyed, atMs: 0 }
}
