import { describe, expect, it } from 'vitest'
import type { Command } from '../../lib/commands.ts'
import { defineConfig } from '../../lib/config/config.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Progress } from '../../lib/inbox/progress.ts'
import { accepted } from '../../lib/inbox/transitions.ts'
import { paceOfEvent } from '../../lib/workflow/pace-of-event.ts'

const fresh = accepted(
  { id: 'form/a', source: 'form', delivery: { body: Buffer.from('{}'), headers: {} }, now: 0, hintMs: 0 },
  'w',
)
const anOrder = { type: 'create-order', key: 'o', body: { typeId: 1, orderItems: [], properties: [] } } as Command
const anImage: Command = { type: 'publish-image', key: 'i', itemId: 1, imageId: 2, body: { type: 'mandant', value: 1 } }
const aReturn: Command = { type: 'create-return', key: 'a', order: { id: 1 }, lines: 'all' }
const byNumber: Command = { ...aReturn, order: { externalNumber: 'N-1' } }
const byEmail: Command = { ...aReturn, order: { email: 'anna@example.com' } }
const aComment: Command = { type: 'add-comment', key: 'c', order: { id: 1 }, text: 'Hello' }
const key = 'form/a'
const config = defineConfig({
  publicUrl: 'https://bridge.example',
  sources: {
    shopware: { kind: 'shopware', appName: 'bridge' },
    shop: { kind: 'shopify' },
    own: { kind: 'standard' },
    contact: { kind: 'typeform' },
  },
})
const hasQueued: Partial<InboxEvent> = {
  history: [{ at: 1, code: 'deferred', why: { code: 'pace', cause: 'later' }, until: 2 }],
}
const pace = (command: Command, progress?: Progress, fields: Partial<InboxEvent> = {}) =>
  paceOfEvent({ ...fresh, progress: progress ? { [key]: progress } : {}, ...fields }, [{ key, command }], config)

describe('the calls that an event announces', () => {
  it('are all of its next steps', () => {
    expect(pace(aReturn)).toMatchObject({ class: 'live', reads: 2, writes: 2 })
  })

  it('are the sum of those of its commands', () => {
    const two = [aReturn, aComment].map((command) => ({ key: `form/${command.key}`, command }))
    expect(paceOfEvent(fresh, two, config)).toMatchObject({ class: 'live', reads: 2, writes: 3 })
    const begun = {
      ...fresh,
      progress: { 'form/a': { orderId: 1, returnId: 5, statusId: 9, comment: { orderId: 1 }, state: 'done' as const } },
    }
    expect(paceOfEvent(begun, two, config)).toMatchObject({ class: 'begun', reads: 0, writes: 1 })
  })

  const none = { state: 'found' } as const
  const made = { orderId: 1, returnId: 5, statusId: 9, state: 'made' } as const
  const comment = { orderId: 1 }
  it.each<[string, Command, Progress, object]>([
    ['a look and a write for a new order', anOrder, none, { reads: 1, writes: 1 }],
    ['the same to read it back', anOrder, { state: 'open', item: 'number#N-1' }, { reads: 1, writes: 1 }],
    ['none once it is done', anOrder, { createdOrderId: 5, state: 'done' }, { reads: 0, writes: 0 }],
    ['the second look', anOrder, { state: 'made', createdOrderId: 5 }, { reads: 1, writes: 0 }],
    ['a look and a write for an image', anImage, none, { reads: 1, writes: 1 }],
    ['none for what another event has done', anImage, { by: 'by another', state: 'done' }, { reads: 0, writes: 0 }],
    ['none once it is visible', anImage, { publishedImageId: 2, state: 'done' }, { reads: 0, writes: 0 }],
    ['one call to find an order by its number', byNumber, none, { reads: 2, writes: 2 }],
    ['two calls to find an order by e-mail', byEmail, none, { reads: 3, writes: 2 }],
    ['list and writes once the order was read', aReturn, { state: 'found', orderId: 1 }, { reads: 1, writes: 2 }],
    [
      'a call more for SKUs that no line carries',
      { ...aReturn, lines: [{ sku: 'MUG', quantity: 1 }] } as Command,
      { state: 'found', orderId: 1 },
      { reads: 1, skuReads: 1, writes: 2 },
    ],
    ['the comment once the return is there', aReturn, made, { reads: 0, writes: 1 }],
    ['its status, if no answer said it', aReturn, { state: 'made', orderId: 1, returnId: 5 }, { reads: 1, writes: 1 }],
    ['its comment, the answer lost', aReturn, { ...made, state: 'open', item: 'order#1' }, { reads: 1, writes: 1 }],
    ['the second look, which reads the order too', aReturn, { ...made, comment }, { reads: 2, writes: 0 }],
    ['one write for a comment by id', aComment, none, { reads: 0, writes: 1 }],
    ['a comment, the answer lost', aComment, { orderId: 1, state: 'open', item: 'comment#c' }, { reads: 1, writes: 1 }],
  ])('are %s', (_title, command, progress, calls) => {
    expect(pace(command, progress)).toMatchObject(calls)
  })

  it('leave the writes out once it was begun and had to queue for them', () => {
    expect(pace(aReturn, { state: 'found', orderId: 1 }).writes).toBe(2)
    expect(pace(aReturn, { state: 'found', orderId: 1 }, hasQueued)).toMatchObject({ class: 'begun', writes: 0 })
  })
})

describe('the weight of an event', () => {
  it.each([
    ['a shop', 'shop', { class: 'live' }],
    ['an own program', 'own', { class: 'live' }],
    ['an operator', 'operator', { class: 'live' }],
    ['a form, which any visitor can fill in', 'contact', { class: 'form', form: 'contact' }],
  ])('is that of its source: %s', (_title, source, weight) => {
    const need = pace(aReturn, undefined, { source })
    expect(need).toMatchObject(weight)
    expect(need.form).toBe('form' in weight ? weight.form : undefined)
  })

  it.each([
    ['contact_form.send', 'shopware'],
    ['revocation_request.sent', 'shopware'],
    ['state_enter.order_delivery.state.returned', undefined],
  ])('is that of a form for what visitors cause in a shop: %s', (event, form) => {
    const body = Buffer.from(JSON.stringify({ data: { event, payload: {} }, source: { shopId: 's', eventId: 'e' } }))
    const need = pace(aReturn, undefined, { source: 'shopware', delivery: { body, headers: {} } })
    expect([need.class, need.form]).toEqual([form === undefined ? 'live' : 'form', form])
  })

  it.each<[string, Progress, string]>([
    ['only an order was found for', { state: 'found', orderId: 1 }, 'form'],
    ['a return was created for', { state: 'made', orderId: 1, returnId: 5 }, 'begun'],
    ['something may have been sent for', { orderId: 1, state: 'open', item: 'order#1' }, 'begun'],
    ['the comment is there, a second look is left', { state: 'made', orderId: 1, comment: { orderId: 1 } }, 'begun'],
  ])('of a form is that of work that is begun only once it is: %s', (_title, progress, weight) => {
    const form = { source: 'contact' }
    expect(pace(aReturn, progress, form)).toMatchObject({ class: weight, form: 'contact' })
    expect(pace(aReturn, progress, { source: 'shop' }).class).toBe('begun')
  })

  it.each<[string, Partial<InboxEvent>, boolean]>([
    ['is tried for the first time', { attempts: 1 }, false],
    ['has queued for its slots', { attempts: 1, ...hasQueued }, true],
    ['was deferred', { attempts: 1, deferredSince: 5 }, true],
    ['is tried again', { attempts: 2 }, true],
  ])('lets it wait at the end of the queue once at most: one that %s', (_title, fields, expected) => {
    expect(pace(aReturn, undefined, fields).queued).toBe(expected)
  })

  it('of a replay is that of a replay, also of a form', () => {
    const replay = { lane: 'replay' } as const
    expect(pace(aReturn, undefined, { ...replay, source: 'contact' })).toMatchObject({
      class: 'replay',
      form: 'contact',
    })
    expect(pace(aReturn, undefined, { ...replay, source: 'shop' })).toMatchObject({ class: 'replay' })
  })
})
