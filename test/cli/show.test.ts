import { describe, expect, it } from 'vitest'
import { showAnswer } from '../../cli/show/answer.ts'
import { nextPage } from '../../cli/show/next-page.ts'
import { table } from '../../cli/show/table.ts'

const plain = { hasColours: false }
const event = {
  id: 'shopify/d-1',
  source: 'shopify',
  status: 'failed',
  attempts: 2,
  orderId: 10_001,
  reason: { code: 'line_unknown', text: 'Line 1 of the request (named by its SKU) is not in order 10001.', line: 1 },
  receivedAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:01.000Z',
}

describe('an answer for people', () => {
  it('is a table where it is a list', () => {
    const lines = showAnswer({ events: [event, { ...event, id: 'shopify/d-2', status: 'held' }] }, plain).split('\n')
    expect(lines[0]).toMatch(/^id +status +reason +orderId +receivedAt$/)
    expect(lines[1]).toBe(`shopify/d-1  failed  ${event.reason.text}  10001    2026-03-02 09:00:00 UTC`)
    expect(lines).toHaveLength(4)
  })

  it('names each finding of the audit by its code', () => {
    expect(showAnswer({ findings: [{ what: 'return_gone', says: 'It is gone.' }] }, plain)).toContain('return_gone')
  })

  it('is fields where it is one thing, with its lists beneath', () => {
    const history = [{ at: '2026-03-02T09:00:00.000Z', code: 'accepted', facts: {}, text: 'It was stored.' }]
    expect(showAnswer({ ...event, commands: [], history }, plain)).toMatch(
      /^id +shopify\/d-1\n[\s\S]*\nreason +Line 1 [\s\S]* \(line_unknown\)\n[\s\S]*\ncommands: none\n\nhistory \(1\)\nat +text\n2026-\S+ \S+ UTC +It was stored\.\n$/,
    )
  })

  it('shows one format of time, the number of an order and its pieces', () => {
    const orderItems = [
      { quantity: 2, sku: 'MUG-BLUE', orderItemName: 'Mug' },
      { quantity: 1, sku: null, orderItemName: 'Cup' },
      { quantity: 1, itemVariationId: 0, orderItemName: 'Shipping costs' },
      { quantity: null, orderItemName: 'Hidden' },
    ]
    const order = { id: 1, externalNumber: '1001', orderItems, createdAt: '2026-03-02T10:00:00+01:00' }
    expect(showAnswer({ orders: [order] }, plain)).toMatch(
      /^id +externalNumber +lines +createdAt\n1 +1001 +2 x MUG-BLUE, 1 x Cup +2026-03-02 09:00:00 UTC\n$/,
    )
    expect(showAnswer({ from: '2026-99-99T10:00:00Z' }, plain)).toContain('2026-99-99T10:00:00Z')
  })

  it('shows the pieces of a command, and of a plan only those that come back', () => {
    const lines = [
      { sku: 'MUG-BLUE', quantity: 2, included: true },
      { shopLine: 466_157, quantity: 1 },
      { name: 'Lamp', quantity: 0, included: false },
    ]
    expect(showAnswer({ budgets: {}, commands: [{ type: 'create-return', lines }] }, plain)).toBe(
      'type           lines\ncreate-return  2 x MUG-BLUE, 1 x 466157\n',
    )
  })

  it('says why each event has stopped, and how often', () => {
    const of = { status: 'failed', title: 'Shop', reason: 'line_unknown', count: 3, source: 'shopify', text: 'x' }
    expect(showAnswer({ groups: [of] }, plain)).toMatch(/^count +status +title +reason\n3 /)
    expect(showAnswer({ stopped: [event] }, plain)).toContain(event.reason.text)
  })

  it('shows what lies within another as an outline, and never as JSON', () => {
    const body = {
      typeId: 3,
      orderItems: [{ orderItemName: 'Mug, blue', amounts: [{ currency: 'EUR' }] }, 'x'.repeat(90)],
    }
    const shown = showAnswer({ body }, plain)
    expect(shown).toBe(
      `body\n  typeId 3\n  orderItems\n    - orderItemName Mug, blue, amounts currency EUR\n    - ${'x'.repeat(90)}\n`,
    )
    expect(showAnswer({ body: { deep: Array.from({ length: 60 }, () => 'word '.repeat(3)) } }, plain)).toContain(
      '(--json shows all of it)',
    )
  })

  it('names a cursor only beneath the rows, and no "more" where there is none', () => {
    expect(showAnswer({ orders: [{ id: 1 }], cursor: 'abc', more: false }, plain)).toBe('id\n1\n')
  })

  it('shows sentences as sentences, and an empty list as none', () => {
    expect(showAnswer({ next: 'Nothing happens.', happened: ['First this.', 'Then that.'], locks: [] }, plain)).toBe(
      'next  Nothing happens.\n\nhappened\nFirst this.\nThen that.\n\nlocks: none\n',
    )
    expect(showAnswer({ events: [] }, plain)).toBe('events: none\n')
  })

  it.each([40, 60, 80, 120])('fits a terminal of %i columns', (columns) => {
    for (const answer of [{ events: [event, event] }, { ...event, history: [{ at: 'now', text: 'word '.repeat(80) }] }])
      for (const line of showAnswer(answer, { columns, hasColours: false }).split('\n'))
        expect(line.length).toBeLessThanOrEqual(columns)
  })

  it('cuts the widest column first, and says so', () => {
    expect(table(['a', 'b'], [['short', 'x'.repeat(50)]], { columns: 30, hasColours: false })).toEqual([
      'a      b',
      `short  ${'x'.repeat(22)}…`,
    ])
  })

  it.each([60, 80])('never cuts the id of a row in %i columns: a person types it', (columns) => {
    const ids = ['woocommerce/sha256:6b54a77e0fb6f11a4c96076e', 'operator/acf9714c-6a4e-41e5-a0ac-1d5613d3a4db']
    const events = ids.map((id) => ({ ...event, id }))
    const lines = showAnswer({ events }, { columns, hasColours: false }).split('\n')
    expect(lines.filter((line) => !line.startsWith(' '))).toEqual(['id', ...ids, ''])
    expect(lines[1]).toMatch(/^ {2}status +reason +orderId +receivedAt$/)
    expect(lines[3]).toMatch(/^ {2}failed +Line 1 .*… +10001 +2026-/)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it('names what a pause without a source holds back', () => {
    const paused = [{ since: '2026-03-02T09:00:00.000Z', reason: 'Stocktaking' }]
    expect(showAnswer({ paused }, plain)).toMatch(
      /^source +since +reason\nall writes +2026-\S+ \S+ UTC +Stocktaking\n$/,
    )
  })

  it('steers no terminal: what comes from outside is written out, and only words of its own have colours', () => {
    const shown = showAnswer({ events: [{ ...event, id: '\u001b[2Jx\u202ey' }] }, { hasColours: true })
    expect(shown).toContain('\\u001b[2Jx\\u202ey')
    expect(shown).toContain('\u001b[31mfailed\u001b[39m')
    expect(showAnswer({ events: [event] }, plain)).not.toContain('\u001b')
  })

  it('says how to ask for more, as somebody would type it', () => {
    const args = ['--status', 'failed', '--cursor', 'old', '--label', "it's"]
    expect(nextPage('event.list', args, { events: [], cursor: 'a b' })).toBe(
      "\nThere may be more: npx backoffice-bridge event.list --status failed --label 'it'\\''s' --cursor 'a b'\n",
    )
    expect(nextPage('event.list', args, { events: [] })).toBe('')
  })
})
