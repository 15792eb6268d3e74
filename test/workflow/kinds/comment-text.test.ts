import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commentPlainText } from '../../../lib/back-office/resources/comments.ts'
import { commentMarker, escapeHtml, markedComment, returnComment } from '../../../lib/workflow/kinds/comment-text.ts'
import { commentSubmitted, createWorld } from '../world.ts'

it('names as many reasons as there is room for, and how many more there are', () => {
  const reasons = Array.from({ length: 30 }, (_, at) => `${String(at).padStart(2, '0')} ${'x'.repeat(96)}`)
  const text = returnComment({ returnId: 7, source: 'shop', linked: false, complete: true, reasons, note: undefined })
  expect(text).toContain('08 xxx')
  expect(text).toMatch(/x, and 21 more$/)
})

describe('the marker of a comment', () => {
  it('is twelve characters of base32, the same for every attempt', () => {
    expect(commentMarker('shopify/1')).toBe(commentMarker('shopify/1'))
    expect(commentMarker('shopify/1')).toMatch(/^\[bridge:[A-Z2-7]{12}\]$/)
  })

  it('never changes with the code: comments of years ago carry it', () => {
    expect(commentMarker('standard/d1')).toBe('[bridge:EBWZRZOYLE6W]')
  })

  it('differs by key, also where one key begins as another or is the comment of its return', () => {
    const keys = ['shopify/1', 'shopify/11', 'shopify/2', 'standard/1'].flatMap((key) => [key, `${key}/comment`])
    expect(new Set(keys.map(commentMarker)).size).toBe(8)
  })
})

/** Nothing of it is to be seen, so comments lose it. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/u

describe('what people typed', () => {
  it.each([
    ['<b>bold</b>', '&lt;b&gt;bold&lt;/b&gt;'],
    [`"quoted" & 'so'`, '&quot;quoted&quot; &amp; &#39;so&#39;'],
    ['&lt;already&gt;', '&amp;lt;already&amp;gt;'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ])('becomes no markup: %s', (text, expected) => {
    expect(escapeHtml(text)).toBe(expected)
  })

  it('is read back as it was written, behind the marker', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        fc.pre(!unseen.test(text))
        const marker = commentMarker('shopify/1')
        const plain = commentPlainText(markedComment(marker, text))
        expect(plain.replace(/\s+/g, ' ')).toBe(`${marker} ${text}`.replace(/\s+/g, ' ').trim())
        expect(plain.startsWith(marker)).toBe(true)
      }),
    )
  })

  it.each([
    ['one\ntwo', 'one<br>two', 'one\ntwo'],
    ['one\r\ntwo', 'one<br>two', 'one\ntwo'],
    ['one\rtwo', 'one<br>two', 'one\ntwo'],
    ['one\n\r\n\rtwo', 'one<br><br><br>two', 'one\n\n\ntwo'],
    ['one<br>two\n<p>', 'one&lt;br&gt;two<br>&lt;p&gt;', 'one<br>two\n<p>'],
    ['\none', '<br>one', 'one'],
  ])('keeps its line breaks: %j', (text, html, shown) => {
    const marker = commentMarker('shopify/1')
    const comment = markedComment(marker, text)
    expect(comment).toBe(`${marker} ${html}`)
    expect(commentPlainText(comment)).toBe(text.startsWith('\n') ? `${marker}\n${shown}` : `${marker} ${shown}`)
  })
})

describe('the comment of a return', () => {
  const story = { returnId: 7, source: 'shop', linked: false, complete: true, reasons: [] as string[], note: undefined }
  it.each([
    [story, 'Return 7 was created for a request from shop.'],
    [
      { ...story, complete: false },
      'Return 7 was created for a request from shop. It came out incomplete: please check its status.',
    ],
    [{ ...story, reasons: ['defective'] }, 'Return 7 was created for a request from shop.\nReason:\n> defective'],
    [
      { ...story, reasons: ['late', 'defective', ' Late', 'ugly', 'defective'] },
      'Return 7 was created for a request from shop.\nReason:\n> late, defective, ugly',
    ],
    [
      { ...story, note: 'Leaks<br />Drips<BR>' },
      "Return 7 was created for a request from shop.\nCustomer's note:\n> Leaks\n> Drips",
    ],
    [
      {
        ...story,
        leftOut: [
          { orderItemId: 5, typeId: 9, kind: 'unassigned' as const, name: 'Vase' },
          { orderItemId: 6, typeId: 5, kind: 'giftCard' as const },
          { orderItemId: 7, typeId: 99 },
        ],
        reasons: ['late'],
      },
      [
        'Return 7 was created for a request from shop.',
        'Left out: line 5 (Vase), because lines of type 9 (unassigned) are not returned. Assign its article first.',
        'Left out: line 6, because lines of type 5 (gift card) are not returned.',
        'Left out: line 7, because lines of type 99 are not returned.',
        'Reason:',
        '> late',
      ].join('\n'),
    ],
    [
      { ...story, text: 'Shopify refund 5 on order 7.\nNote: Goodwill' },
      'Return 7 was created for a request from shop.\nShopify refund 5 on order 7.\nNote: Goodwill',
    ],
  ])('%#', (given, expected) => {
    expect(returnComment(given)).toBe(expected)
  })
})

describe('a forged marker in what a customer wrote', () => {
  /** The customer of an earlier comment has guessed the marker of the next event's comment. */
  it('is not mistaken for the comment of the other event', async () => {
    const world = createWorld()
    const marker = commentMarker('standard/victim')
    await world.deliver('standard', commentSubmitted({ text: `${marker} I was here before` }))
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-before' })
    const id = await world.accept('standard', commentSubmitted({ text: 'Mine' }), {}, 'victim')
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    const texts = (await world.commentsOf(10_001)).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toBe(`${marker} Reported by standard:<br>&gt; Mine`)
  })

  it('is recognised at its start also where the back office keeps comments as HTML', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-after' })
    const { id } = await world.begin('standard', commentSubmitted({}))
    for (const comment of world.sandbox.world.store.comments.list())
      world.sandbox.world.store.comments.put({ ...comment, text: `<p>\n<span>${comment.text}</span></p>` })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })
})
