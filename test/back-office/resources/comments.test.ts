import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import { commentPlainText, isAutomaticComment } from '../../../lib/back-office/resources/comments.ts'
import type { NewComment } from '../../../lib/back-office/resources/schemas.ts'
import { OutcomeUnknown, RetryLater } from '../../../lib/errors.ts'
import { aNewReturn } from '../a-new-return.ts'
import { demoSandbox } from '../demo-sandbox.ts'
import { lyingOffice } from '../lying-office.ts'
import type { Reply } from '../lying-server.ts'
import { errorOf, soon, startWorker } from '../one-worker.ts'

const sandbox = demoSandbox()
const office = lyingOffice()
const facing = (reply: Reply) => office.facing(() => reply)
const note: NewComment = {
  referenceType: 'order',
  referenceValue: 10001,
  text: 'A note',
  isVisibleForContact: false,
  userId: 77,
}

describe('comments of an order', () => {
  it('need nothing but a text', async () => {
    const one = await facing({ body: [{ text: 'A' }, { text: null }, { id: '12', text: 'B', userId: '0' }] })
    expect((await one.backOffice.comments.ofOrder(1)).entries).toMatchObject([
      { text: 'A' },
      { text: '' },
      { id: 12, text: 'B', userId: 0 },
    ])
  })

  it('leave out what belongs to something else', async () => {
    const one = await facing({
      body: [
        { text: 'A', referenceType: 'order', referenceValue: '1' },
        { text: 'B', referenceType: 'order', referenceValue: 2 },
        { text: 'C', referenceType: 'contact', referenceValue: 1 },
      ],
    })
    const { entries, unrelated } = await one.backOffice.comments.ofOrder(1)
    expect(entries.map(({ text }) => text)).toEqual(['A'])
    expect(unrelated).toBe(2)
    expect(one.warned).toEqual([{ route: '/rest/comments/order/{orderId}', unrelated: 2 }])
  })

  it('come bare: an envelope is no answer', async () => {
    const one = await facing({ body: { entries: [], isLastPage: true } })
    expect(await errorOf(one.backOffice.comments.ofOrder(1))).toBeInstanceOf(RetryLater)
  })
})

describe('writing a comment', () => {
  it.each<[string, Reply, number]>([
    ['with an id', { body: { id: 12, text: 'A note' } }, 12],
    ['with an id as text', { body: { id: '12' } }, 12],
  ])('is done where a record is answered %s', async (_, reply, id) => {
    const one = await facing(reply)
    expect(await one.backOffice.comments.create(note, soon())).toEqual({ id })
  })

  it.each<[string, Reply]>([
    ['HTML', { body: '<html></html>' }],
    ['nothing', { body: '' }],
    ['a list', { body: [] }],
    ['a text', { body: '"ok"' }],
    ['a record without an id', { body: { text: 'A note' } }],
    ['an invalid id', { body: { id: 'new' } }],
    ['an empty record', { body: {} }],
    ['an envelope', { body: { entries: [] } }],
    ['an error with 200', { body: { error: { message: 'Order is locked' } } }],
    ['no success with 200', { body: { success: false } }],
  ])('is unknown where %s is answered', async (_, reply) => {
    const one = await facing(reply)
    expect(await errorOf(one.backOffice.comments.create(note, soon()))).toBeInstanceOf(OutcomeUnknown)
  })

  it.each<[string, object]>([
    ['an internal comment without user', { ...note, userId: undefined }],
    ['an order id as text', { ...note, referenceValue: '10001' }],
    ['no text', { ...note, text: '' }],
  ])('sends nothing for %s', async (_, body) => {
    const { comments } = startWorker({ baseUrl: sandbox.url }).backOffice
    expect(await errorOf(comments.create(body as NewComment, soon()))).toMatchObject({ name: 'Rejected', status: 0 })
    expect(await sandbox.calls()).toEqual({})
  })
})

describe('the plain text of a comment', () => {
  it.each([
    ['<p>[bridge:ABCDEFGH2345] Return &amp; refund</p>', '[bridge:ABCDEFGH2345] Return & refund'],
    ['&#91;bridge&#58;ABCDEFGH2345&#x5D; x', '[bridge:ABCDEFGH2345] x'],
    ['&lbrack;bridge&colon;AB&rsqb;', '[bridge:AB]'],
    ['[bridge:<b>ABCD</b>EFGH2345]', '[bridge:ABCDEFGH2345]'],
    ['<div>one</div><div>two<br/>three</div>', 'one\ntwo\nthree'],
    ['<div><p>one</p> </div>\n<ul><li>two</li>\n<li>three</li></ul>', 'one\ntwo\nthree'],
    ['one<br>\r\n<br /> two', 'one\n\ntwo'],
    ['one\r\ntwo\nthree', 'one two three'],
    ['<p>\n<span>[bridge:ABCDEFGH2345]</span>\none<br class="x">two</p><br>', '[bridge:ABCDEFGH2345] one\ntwo'],
    ['<table><tr><td>one</td><td>two</td></tr></table>', 'one two'],
    ['&lt;br&gt;', '<br>'],
    ['a&nbsp;&lt;b&gt; 3 < 4 &unknown; &lt &uuml;', 'a <b> 3 < 4 &unknown; &lt ü'],
    ['&#0;&#xd83d;', '\uFFFD\uFFFD'],
    ['<!-- <p>hidden</p> -->shown', 'shown'],
    ['&amp;lt;', '&lt;'],
    ['one<!-- <!-- -->, two<!---->, three<!-- 4', 'one, two, three<!-- 4'],
  ])('%s', (html, text) => {
    expect(commentPlainText(html)).toBe(text)
  })

  it.each(['<!--', '<!-- -', '<', '<br', '<p ', '</p> ', ' \n', '&#'])('takes no long time for many of %j', (start) => {
    const began = performance.now()
    commentPlainText(start.repeat(250_000))
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})

describe('automatic comments', () => {
  it('are recognised on an order that got a return', async () => {
    const { backOffice } = startWorker({ baseUrl: sandbox.url })
    await backOffice.returns.create(aNewReturn(), soon())
    await backOffice.comments.create(note, soon())
    const { entries: all } = await backOffice.comments.ofOrder(10001, { withAutomatic: true })
    expect(all.map((comment) => isAutomaticComment(comment, constantsWith().automaticComments))).toEqual([true, false])
    expect((await backOffice.comments.ofOrder(10001)).entries.map(({ text }) => text)).toEqual(['A note'])
  })

  it('are left out of a list unless asked for, and none of them is an unrelated entry', async () => {
    const one = await facing({ body: [{ text: '[Event action] Label' }, { text: 'A', userId: 1 }, { text: 'B' }] })
    const { comments } = one.backOffice
    expect((await comments.ofOrder(1)).entries.map(({ text }) => text)).toEqual(['A', 'B'])
    expect((await comments.ofOrder(1, { withAutomatic: true })).entries).toHaveLength(3)
    expect(one.warned).toEqual([])
  })

  it.each([0, 1, 2, 77])('are not recognised by user %d unless the deployment names it: maybe a person', (userId) => {
    expect(isAutomaticComment({ text: 'Called', userId }, constantsWith().automaticComments)).toBe(false)
  })

  it('are recognised by user or by start, as the deployment says', () => {
    const marks = { userIds: [3], startsWith: ['Label:'] }
    expect(isAutomaticComment({ text: 'x', userId: 3 }, marks)).toBe(true)
    expect(isAutomaticComment({ text: '<p>Label: 1</p>', userId: undefined }, marks)).toBe(true)
    expect(isAutomaticComment({ text: 'My Label: 1', userId: 4 }, marks)).toBe(false)
    expect(isAutomaticComment({ text: 'Event<br>action', userId: 4 }, { ...marks, startsWith: ['Event action'] })).toBe(
      true,
    )
  })
})
