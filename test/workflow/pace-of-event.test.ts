import { describe, expect, it } from 'vitest'
import type { Command } from '../../lib/commands.ts'
import type { InboxEvent, Progress } from '../../lib/inbox/event.ts'
import { accepted } from '../../lib/inbox/transitions.ts'
import { paceOfEvent } from '../../lib/workflow/pace-of-event.ts'

const fresh = accepted(
  { id: 'form/a', source: 'form', delivery: { body: Buffer.from('{}'), headers: {} }, now: 0, hintMs: 0 },
  'w',
)
const anOrder = { type: 'create-order', key: 'o', body: { typeId: 1, orderItems: [], properties: [] } } as Command
const anImage: Command = {
  type: 'publish-image',
  key: 'i',
  itemId: 1,
  imageId: 2,
  body: { type: 'mandant', value: 1 },
}
const aReturn: Command = { type: 'create-return', key: 'a', order: { id: 1 }, lines: 'all' }
const byNumber: Command = { ...aReturn, order: { externalNumber: 'N-1' } }
const byEmail: Command = { ...aReturn, order: { email: 'anna@example.com' } }
const aComment: Command = { type: 'add-comment', key: 'c', order: { id: 1 }, text: 'Hello' }
const key = 'form/a'
const pace = (command: Command, progress?: Progress, fields: Partial<InboxEvent> = {}) =>
  paceOfEvent({ ...fresh, progress: progress ? { [key]: progress } : {}, ...fields }, [{ key, command }])

describe('the calls that an event announces', () => {
  it('are all of its next steps', () => {
    expect(pace(aReturn)).toMatchObject({ class: 'live', reads: 2, writes: 2 })
  })

  it('are the sum of those of its commands', () => {
    const two = [aReturn, aComment].map((command) => ({ key: `form/${command.key}`, command }))
    expect(paceOfEvent(fresh, two)).toMatchObject({ class: 'live', reads: 2, writes: 3 })
    const begun = {
      ...fresh,
      progress: { 'form/a': { orderId: 1, returnId: 5, statusId: 9, comment: { orderId: 1 }, done: true as const } },
    }
    expect(paceOfEvent(begun, two)).toMatchObject({ class: 'begun', reads: 0, writes: 1 })
  })

  it.each<[string, Command, Progress, object]>([
    ['a look and a write for a new order', anOrder, {}, { reads: 1, writes: 1 }],
    ['the same to read it back', anOrder, { openWrite: 'number#N-1' }, { reads: 1, writes: 1 }],
    ['none once it is done', anOrder, { createdOrderId: 5, done: true }, { reads: 0, writes: 0 }],
    ['the second look', anOrder, { createdOrderId: 5 }, { reads: 1, writes: 0 }],
    ['a look and a write for an image', anImage, {}, { reads: 1, writes: 1 }],
    ['none for what another event has done', anImage, { doneBy: 'by another', done: true }, { reads: 0, writes: 0 }],
    ['none once it is visible', anImage, { publishedImageId: 2, done: true }, { reads: 0, writes: 0 }],
    ['one call to find an order by its number', byNumber, {}, { reads: 2, writes: 2 }],
    ['two calls to find an order by e-mail', byEmail, {}, { reads: 3, writes: 2 }],
    ['the list and both writes once the order was read', aReturn, { orderId: 1 }, { reads: 1, writes: 2 }],
    [
      'the comment once the return is there',
      aReturn,
      { orderId: 1, returnId: 5, statusId: 9 },
      { reads: 0, writes: 1 },
    ],
    ['its status too where no answer said it', aReturn, { orderId: 1, returnId: 5 }, { reads: 1, writes: 1 }],
    [
      'a look for the comment whose answer was lost',
      aReturn,
      { orderId: 1, returnId: 5, statusId: 9, openWrite: 'order#1' },
      { reads: 1, writes: 1 },
    ],
    [
      'the second look at a return, which reads its order too',
      aReturn,
      { orderId: 1, returnId: 5, statusId: 9, comment: { orderId: 1 } },
      { reads: 2, writes: 0 },
    ],
    ['one write for a comment by id', aComment, {}, { reads: 0, writes: 1 }],
    [
      'a look for a comment whose answer was lost',
      aComment,
      { orderId: 1, openWrite: 'comment#c' },
      { reads: 1, writes: 1 },
    ],
  ])('are %s', (_title, command, progress, calls) => {
    expect(pace(command, progress)).toMatchObject(calls)
  })

  it('leave the writes out once it was begun and had to queue for them', () => {
    expect(pace(aReturn, { orderId: 1 }).writes).toBe(2)
    expect(pace(aReturn, { orderId: 1 }, { queued: true })).toMatchObject({ class: 'begun', writes: 0 })
  })
})
