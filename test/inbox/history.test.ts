import { expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { discarded, linked, released, replayed, revealed } from '../../lib/inbox/operator-transitions.ts'
import { accepted, claimed, toWaiting } from '../../lib/inbox/transitions.ts'
import { notReady } from './endings.ts'

const at = { now: 2_000, writeId: 'w' }
const delivery = { body: Buffer.from('{}'), headers: {} }
const fresh = accepted({ id: 'x/1', source: 'x', delivery, now: 1_000, hintMs: 0 }, 'w')
const held: InboxEvent = { ...fresh, status: 'held' }
const link = { key: 'x/1', keys: ['x/1'], orderId: 7, returnId: 8 }

/** After so many waits that nothing of before would be left but the first entry. */
const worn = (event: InboxEvent): InboxEvent =>
  Array.from({ length: 60 }, (_, run) => 3_000 + run).reduce((known, now) => {
    const running = claimed(known, { now, writeId: 'w', leaseMs: 1_000 }) as InboxEvent
    return toWaiting(running, { now, writeId: 'w', until: now, why: notReady })
  }, event)

it.each([
  ['a noted release', released(held, { ...at, note: 'seen' }), { code: 'released', note: 'seen' }],
  ['a discard', replayed(discarded(held, { ...at, note: 'by hand' }), at), { code: 'discarded', note: 'by hand' }],
  ['a replay', replayed(held, at), { code: 'replayed' }],
  ['a chosen return', linked(held, at, link), { code: 'link_chosen', returnId: 8 }],
])('%s stays in the history, however often the event waits afterwards', (_, event, entry) => {
  const { history } = worn(event)
  expect(history).toHaveLength(49)
  expect(history[0]).toEqual({ at: 1_000, code: 'accepted' })
  expect(history[1]).toEqual({ at: 2_000, ...entry })
  expect(history.at(-1)).toMatchObject({ at: 3_059, code: 'deferred' })
})

it('of more notes than there is room for the oldest go, before a replay or a chosen return, and never what is new', () => {
  const known = linked({ ...replayed(held, at), status: 'held' }, at, link)
  let noted = known
  for (let run = 0; run < 60; run++) noted = released({ ...noted, status: 'held' }, { ...at, note: `note ${run}` })
  const { history } = worn(noted)
  expect(history).toHaveLength(49)
  expect(history.map(({ code }) => code).slice(0, 3)).toEqual(['accepted', 'replayed', 'link_chosen'])
  expect(history[3]).toMatchObject({ note: 'note 15' })
  expect(history.at(-2)).toMatchObject({ note: 'note 59' })
  expect(history.at(-1)).toMatchObject({ at: 3_059, code: 'deferred' })
})

it('of reveals the first and the last stay, and the last counts the others, whatever people do afterwards', () => {
  const reveals = Array.from({ length: 6 }, (_, nth) => ({ ...at, note: `why ${nth}`, by: `person ${nth}` }))
  let event = reveals.reduce(revealed, held)
  for (let run = 0; run < 60; run++) {
    event = discarded({ ...event, status: 'held' }, { ...at, note: `note ${run}` })
    event = replayed(event, { ...at, note: `again ${run}` })
  }
  const shown = event.history.filter(({ code }) => code === 'revealed')
  expect(shown).toMatchObject([{ by: 'person 0' }, { by: 'person 5', unlisted: 4 }])
  const again = revealed({ ...event, status: 'held' }, { ...at, note: 'once more' })
  expect(again.history.at(-1)).toMatchObject({ unlisted: 5 })
  const worse = reveals.reduce(revealed, { ...event, status: 'held' } as InboxEvent)
  const after = Array.from({ length: 60 }).reduce<InboxEvent>(
    (known) => replayed({ ...known, status: 'held' }, at),
    worse,
  )
  const left = after.history.filter(({ code }) => code === 'revealed')
  expect(left).toMatchObject([{ by: 'person 0' }, { by: 'person 5', unlisted: 10 }])
  expect(after.history).toHaveLength(49)
})
