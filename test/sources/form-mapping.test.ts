import { describe, expect, it } from 'vitest'
import type { MappingProblem } from '../../lib/problems.ts'
import { type Answer, answersOf, isFormField, readValue, toFormFields } from '../../lib/sources/shared/form-fields.ts'
import { translateForm } from '../../lib/sources/shared/translate-form.ts'
import type { Translation } from '../../lib/sources/source.ts'
import { settings } from './deliveries.ts'
import { notOn, onlyCommand, unmappable } from './problem-endings.ts'

const email = 'anna.beispiel@example.com'

/** Translates answers with our own field names. */
const translate = (record: object, more: Parameters<typeof settings>[0] = {}): Translation =>
  translateForm('s1', { answers: answersOf(record) }, { source: 'returns', settings: settings(more) })

/** As Tally and Fillout send a file. */
const file = (url: string) => ({ id: 'f1', name: 'mug.png', url })

describe('files of a form', () => {
  const plain = 'https://files.example.com/a/mug%20one.png'
  it.each([
    ['as its link', [file(plain)], plain],
    ['as links, each on its line', [file(plain), file(plain)], `${plain}\n${plain}`],
    ['by number, where a link holds a key', [file(plain), file(`${plain}?accessToken=x`)], '2 files, see the form'],
    ['by its number, where its link could hold anything', [file('javascript:alert(1)')], '1 file, see the form'],
    ['by their number, where they are many', Array(11).fill(file(plain)), '11 files, see the form'],
  ])('are told %s, beneath the note and whether a field names them or not', (_title, photos, told) => {
    const answers = { order_number: '1001', email, sku: 'A', photos }
    const noteOf = (record: object, more = {}) => {
      const translation = translate(record, more)
      const [command] = 'commands' in translation ? translation.commands : []
      return command && 'note' in command ? command.note : translation
    }
    expect(noteOf(answers)).toBe(told)
    expect(noteOf({ ...answers, note: 'Chipped.' })).toBe(`Chipped.\n${told}`)
    expect(noteOf({ email, note: 'Chipped.', photos })).toBe(`Chipped.\n${told}`)
    expect(translate({ ...answers, note: 'x' }, { tells: 'withdrawal' })).toMatchObject({
      commands: [{ text: `x\n${told}` }],
    })
  })

  it('are no SKU', () => {
    const lines = translate({ order_number: '1001', sku: [file(plain)] })
    expect(lines).toEqual(unmappable({ problem: 'answer_unreadable', field: 'sku' }))
  })
})

it('compares the names of fields without the spaces around them', () => {
  const fields = { ' Which order? ': 'order_number', 'Article ': 'sku' }
  expect(translate({ 'Which order?': '1001', ' Article': 'A' }, { fields })).toMatchObject({
    commands: [{ order: { externalNumber: '1001' }, lines: [{ sku: 'A' }] }],
  })
})

const noWayToOrder = unmappable({ problem: 'answer_missing', missing: 'order_or_email' })

describe('a form that names an order', () => {
  it('becomes a return of the named line, with reason, note and e-mail', () => {
    const answers = { order_number: '#1001', email, sku: 'MUG', quantity: '2', reason: 'defective', note: 'Chipped.' }
    expect(onlyCommand(translate(answers))).toEqual({
      type: 'create-return',
      key: 's1',
      order: { externalNumber: '1001' },
      email,
      lines: [{ sku: 'MUG', quantity: 2 }],
      reason: 'defective',
      note: 'Chipped.',
    })
  })

  const linesOf = (record: object): unknown => {
    const translation = translate({ order_number: '1001', ...record })
    if ('ending' in translation) return translation
    const [command] = translation.commands
    return command?.type === 'create-return' ? command.lines : undefined
  }
  const one = (quantity: number) => [{ sku: 'A', quantity }]

  it.each([
    ['no quantity is one piece', { sku: 'A' }, one(1)],
    ['an empty quantity is one piece', { sku: 'A', quantity: ' ' }, one(1)],
    ['a number is a quantity', { sku: 'A', quantity: 3 }, one(3)],
    ['2,0 are two', { sku: 'A', quantity: '2,0' }, one(2)],
    ['2.00 are two', { sku: 'A', quantity: '2.00' }, one(2)],
    ['spaces around an answer do not count', { sku: ' A ', quantity: ' 2 ' }, one(2)],
    ['a thousand is a thousand', { sku: 'A', quantity: '1000' }, one(1000)],
    [
      'several SKUs in one answer share the quantity',
      { sku: ['A', 'B', 'C'], quantity: '2' },
      ['A', 'B', 'C'].map((sku) => ({ sku, quantity: 2 })),
    ],
    ['each line is a SKU', { sku: 'A\r\n\r\n B \nC\rD' }, ['A', 'B', 'C', 'D'].map((sku) => ({ sku, quantity: 1 }))],
    ['a choice keeps commas and semicolons', { sku: 'Mug, blue; large' }, [{ sku: 'Mug, blue; large', quantity: 1 }]],
    [
      'each choice of a list stays whole',
      { sku: ['Mug, blue', 'Pot; white\nwith lid', 'all, really'] },
      ['Mug, blue', 'Pot; white\nwith lid', 'all, really'].map((sku) => ({ sku, quantity: 1 })),
    ],
    ['an entry of a list that is empty does not count', { sku: ['A', null, '', {}, []] }, one(1)],
    ['an odd quantity without its SKU does not count', { sku: 'A', quantity_2: { a: 1 } }, one(1)],
    [
      'numbered fields are further lines with their own quantity and reason',
      { sku: 'A', quantity: '2', sku_2: 'B', reason_2: 'damaged', sku_50: 'C', quantity_50: '4' },
      [
        { sku: 'A', quantity: 2 },
        { sku: 'B', quantity: 1, reason: 'damaged' },
        { sku: 'C', quantity: 4 },
      ],
    ],
    ['the first line may be missing', { sku_2: 'B', quantity_2: '2' }, [{ sku: 'B', quantity: 2 }]],
    ['a quantity without its SKU does not count', { sku: 'A', quantity_2: '7' }, one(1)],
    ['a quantity in words without its SKU does not count', { sku: 'A', quantity_2: 'seven' }, one(1)],
    [
      'several reasons of a line are joined',
      { sku: 'A', sku_2: 'B', reason_2: ['damaged', 'late'] },
      [...one(1), { sku: 'B', quantity: 1, reason: 'damaged, late' }],
    ],
    ['a line of 0 pieces is left out', { sku: 'A', quantity: '0', sku_2: 'B' }, [{ sku: 'B', quantity: 1 }]],
    ['"all" means all lines', { sku: 'All', quantity: ' ' }, 'all'],
    ['"all" may be the answer of a later line', { sku: ' ', sku_2: 'all' }, 'all'],
    ['"all" may be a choice', { sku: ['ALL'] }, 'all'],
  ])('%s', (_title, record, lines) => {
    expect(linesOf(record)).toEqual(lines)
  })

  const oddAnswer = (field: string): MappingProblem => ({ problem: 'answer_unreadable', field })
  const noSku: MappingProblem = { problem: 'answer_missing', missing: 'sku' }
  const notWhole = (field: string): MappingProblem => ({ problem: 'answer_invalid', field, expected: 'quantity' })
  const allAndOthers = (field: string): MappingProblem => ({ problem: 'more_than_all', field })

  it.each<[string, object, MappingProblem]>([
    ['no SKU', {}, noSku],
    ['an empty SKU', { sku: ' , ' }, noSku],
    ['a quantity in words', { sku: 'A', quantity: 'two' }, notWhole('quantity')],
    ['half a piece', { sku: 'A', quantity: '1.5' }, notWhole('quantity')],
    ['a negative quantity', { sku: 'A', quantity: '-1' }, notWhole('quantity')],
    ['one or one thousand', { sku: 'A', quantity: '1,000' }, notWhole('quantity')],
    ['too many digits', { sku: 'A', quantity: '1234567' }, notWhole('quantity')],
    ['several quantities', { sku: 'A', quantity: ['1', '2'] }, notWhole('quantity')],
    ['a bad quantity of a later line', { sku: 'A', sku_3: 'B', quantity_3: 'x' }, notWhole('quantity_3')],
    ['only lines of 0 pieces', { sku: 'A', quantity: 0 }, { problem: 'no_pieces' }],
    ['all beside a SKU', { sku: ['all', 'A'] }, allAndOthers('sku')],
    ['all behind a SKU', { sku: 'A\nall' }, allAndOthers('sku')],
    ['an odd SKU', { sku: { a: 'A' } }, oddAnswer('sku')],
    ['an odd entry in a list of SKUs', { sku: ['A', { b: 'B' }] }, oddAnswer('sku')],
    ['a list in a list of SKUs', { sku: ['A', ['B']] }, oddAnswer('sku')],
    ['an odd SKU of a later line', { sku: 'A', sku_2: { b: 'B' } }, oddAnswer('sku_2')],
    ['a SKU with bytes that are no text', { sku: 'K\uFFFDCHE' }, oddAnswer('sku')],
    ['an odd quantity', { sku: 'A', quantity: { a: 2 } }, oddAnswer('quantity')],
    ['an odd quantity of a later line', { sku: 'A', sku_2: 'B', quantity_2: [[3]] }, oddAnswer('quantity_2')],
    ['all beside another line that is odd', { sku: 'all', sku_2: { b: 'B' } }, allAndOthers('sku')],
    ['all beside another line', { sku: 'A', sku_2: 'all' }, allAndOthers('sku_2')],
  ])('refuses %s and names the field', (_title, record, problem) => {
    expect(linesOf(record)).toEqual(unmappable(problem))
  })

  it.each([
    ['0', 'quantity', 'sku'],
    ['2', 'quantity', 'sku'],
    ['2', 'quantity_3', 'sku'],
    ['1', 'quantity', 'sku_2'],
    ['all', 'quantity_2', 'sku_2'],
  ])('refuses %s as `%s` beside all of `%s`', (answer, quantity, sku) => {
    expect(linesOf({ [sku]: 'all', [quantity]: answer })).toEqual(
      unmappable({ problem: 'more_than_all', field: sku, quantity }),
    )
  })

  it('leaves out fields without an answer', () => {
    expect(translate({ order_number: '1', sku: 'A' })).toStrictEqual({
      commands: [
        { type: 'create-return', key: 's1', order: { externalNumber: '1' }, lines: [{ sku: 'A', quantity: 1 }] },
      ],
    })
    const said = { text: 'The customer wrote in the form returns:', note: 'Hello' }
    expect(translate({ email, note: 'Hello' })).toStrictEqual({
      commands: [{ type: 'add-comment', key: 's1', order: { email }, email, ...said }],
    })
    expect(translate({ order_number: '1', note: 'Hello' }, { on: ['comment'] })).toStrictEqual({
      commands: [{ type: 'add-comment', key: 's1', order: { externalNumber: '1' }, ...said }],
    })
  })

  it.each([
    ['without letters and digits', '#'],
    ['several, because the pieces could be of any of them', ['1001', '1002']],
  ])('refuses an order number: %s', (_title, order_number) => {
    expect(translate({ order_number, sku: 'A' })).toEqual(
      unmappable({ problem: 'answer_invalid', field: 'order_number', expected: 'order_number' }),
    )
  })

  it.each(['order_number', 'order_label', 'email'])('refuses an odd %s, although the rest names an order', (field) => {
    const rest = { order_number: '1001', order_label: '#7', email, sku: 'A', note: 'Hello' }
    const refused = unmappable({ problem: 'answer_unreadable', field })
    expect(translate({ ...rest, [field]: { a: 1 } })).toEqual(refused)
    expect(translate({ ...rest, [field]: 'a\uFFFDb' })).toEqual(refused)
  })

  it('returns the same pieces where only the reason or the note is odd, with what of these can be read', () => {
    const odd = { reason: ['late', { a: 1 }], note: ['Hello', [1]], reason_2: { b: 2 } }
    expect(onlyCommand(translate({ order_number: '1001', sku: 'A', quantity: 2, sku_2: 'B', ...odd }))).toStrictEqual({
      type: 'create-return',
      key: 's1',
      order: { externalNumber: '1001' },
      lines: [
        { sku: 'A', quantity: 2 },
        { sku: 'B', quantity: 1 },
      ],
      reason: 'late',
      note: 'Hello',
    })
  })

  describe('with an answer to a question without a name', () => {
    const asked = (texts: string[], record: object) =>
      translateForm(
        's1',
        { answers: [...answersOf({ order_number: '1001', sku: 'A', ...record }), { keys: [], texts }] },
        { source: 'returns', settings: settings() },
      )

    it('passes it over', () => {
      expect(asked(['Thanks!'], {})).toMatchObject({ commands: [{ lines: one(1) }] })
      expect(asked(['3'], { quantity: 2 })).toMatchObject({ commands: [{ lines: one(2) }] })
    })

    it('does not guess one piece where it could be the quantity', () => {
      expect(asked([' 3 '], {})).toEqual(unmappable({ problem: 'answer_unnamed', field: 'quantity' }))
    })
  })

  it.each<[string, object, object]>([
    [
      'names the order by the label and the e-mail',
      { order_label: '#1001', email, sku: 'all' },
      { type: 'create-return', order: { email, label: '#1001' }, lines: 'all' },
    ],
    [
      'finds no order by several labels, rather than by the first',
      { order_label: ['#1001', '#1002'], email, sku: 'all' },
      { order: { email, label: '#1001, #1002' } },
    ],
    ['prefers a number', { order_number: '1', order_label: '#2', email, sku: 'A' }, { order: { externalNumber: '1' } }],
    [
      'joins a reason and a note of several answers',
      { order_number: '1', sku: 'A', reason: ['damaged', 'late'], note: ['one', 'two'] },
      { reason: 'damaged, late', note: 'one\ntwo' },
    ],
  ])('%s', (_title, record, command) => {
    expect(translate(record)).toMatchObject({ commands: [command] })
  })

  it('refuses a label without an e-mail', () => {
    expect(translate({ order_label: '#1001', sku: 'A' })).toEqual(noWayToOrder)
  })

  it('cuts text that is too long for the back office, visibly', () => {
    const translation = translate({
      order_number: '1',
      sku: 'A',
      sku_2: 'B',
      reason: 'r'.repeat(201),
      reason_2: 's'.repeat(201),
      note: 'n'.repeat(5_001),
    })
    const [command] = 'commands' in translation ? translation.commands : []
    const cut = (letter: string, max: number) => `${letter.repeat(max - 12)} [shortened]`
    expect(command).toMatchObject({
      reason: cut('r', 200),
      note: cut('n', 5_000),
      lines: [{}, { reason: cut('s', 200) }],
    })
  })

  it('names the invalid field of a line, not what was typed', () => {
    const translation = translate({ order_number: '1', sku: 'private words'.repeat(20) })
    expect(translation).toEqual(unmappable({ problem: 'invalid_fields', of: 'return', fields: ['lines.0.sku'] }))
  })
})

describe('a form without an order', () => {
  it('makes a note a comment on the order of the e-mail', () => {
    expect(onlyCommand(translate({ email, note: 'Where is my parcel?' }))).toEqual({
      type: 'add-comment',
      key: 's1',
      order: { email },
      email,
      text: 'The customer wrote in the form returns:',
      note: 'Where is my parcel?',
    })
  })

  it('keeps several notes apart', () => {
    expect(translate({ email, note: ['Hello', 'Where is it?'] })).toMatchObject({
      commands: [{ text: 'The customer wrote in the form returns:', note: 'Hello\nWhere is it?' }],
    })
  })

  it('is a return of whichever order of the e-mail has the articles, with what was said of them', () => {
    expect(translate({ email, sku_2: 'A', quantity_2: '3', note: 'Too small' })).toMatchObject({
      commands: [{ type: 'create-return', order: { email }, lines: [{ sku: 'A', quantity: 3 }], note: 'Too small' }],
    })
  })

  it('loses nothing of the articles in a comment', () => {
    const said = { email, order_number: '1001', sku: ['A', 'B'], quantity: '2', reason: 'broken', note: 'Hello' }
    const { commands } = translate(said, { on: ['comment'] }) as { commands: object[] }
    expect(commands).toMatchObject([{ type: 'add-comment', note: 'sku: A, B\nquantity: 2\nreason: broken\nHello' }])
  })

  it('names the e-mail when a note has none', () => {
    expect(translate({ note: 'Hello' })).toEqual(noWayToOrder)
  })

  it.each(['anna', 'anna@', '@example.com', 'anna beispiel@example.com', 'a@b@c'])(
    'refuses %j as an e-mail address, without repeating it',
    (typed) => {
      const notAnEmail = unmappable({ problem: 'answer_invalid', field: 'email', expected: 'email' })
      expect(translate({ email: typed, note: 'Hello' })).toEqual(notAnEmail)
      expect(translate({ email: typed, order_number: '1', sku: 'A' })).toEqual(notAnEmail)
    },
  )

  it('names the missing fields when nothing was answered', () => {
    const nothing = unmappable({ problem: 'answer_missing', missing: 'order_or_note' })
    expect(translate({})).toEqual(nothing)
    expect(translate({ email })).toEqual(nothing)
    expect(translate({ sku: 'A' })).toEqual(nothing)
  })
})

describe('the setting `on`', () => {
  const order = { order_number: '#1001' }
  const said = { email, note: 'Hello' }
  const aComment = { commands: [{ type: 'add-comment', order: { externalNumber: '1001' }, email }] }

  it.each<[on: string, string, object, object]>([
    ['comment', 'a form that names an order becomes a comment', { ...order, ...said }, aComment],
    ['comment', 'a form without a note is ignored', { ...order, sku: 'A' }, notOn('return')],
    ['return', 'a form with only a note is ignored', said, notOn('comment')],
    ['return', 'a form with an order becomes one', { ...order, sku: 'A' }, { commands: [{ type: 'create-return' }] }],
  ])('%s: %s', (on, _title, record, expected) => {
    const translation = translate(record, { on: [on] })
    if ('ending' in expected) expect(translation).toEqual(expected)
    else expect(translation).toMatchObject(expected)
  })
})

describe('the setting `fields`', () => {
  const fields = { 'Your order': 'order_number', q7: 'sku', comment: 'note' }

  it("maps from the sender's names to ours, and only those count", () => {
    const answers = { 'Your order': '1001', q7: 'A', note: 'not mapped', quantity: '5' }
    expect(translate(answers, { fields })).toEqual({
      commands: [
        { type: 'create-return', key: 's1', order: { externalNumber: '1001' }, lines: [{ sku: 'A', quantity: 1 }] },
      ],
    })
  })

  it('ignores names of built-in properties', () => {
    const answers: Answer[] = ['constructor', '__proto__', 'toString'].map((key) => ({ keys: [key], texts: ['x'] }))
    expect(toFormFields(answers, fields).size).toBe(0)
    expect(toFormFields(answers, undefined).size).toBe(0)
  })

  it('accepts any of the names that a sender has for a question', () => {
    const answers: Answer[] = [{ keys: ['abc123', ' Your order '], texts: ['1'] }]
    expect(toFormFields(answers, fields)).toEqual(new Map([['order_number', { texts: ['1'] }]]))
  })

  it('keeps the first answer that is not empty', () => {
    const answers: Answer[] = [' ', '1', '2'].map((text) => ({ keys: ['note'], texts: [text] }))
    expect(toFormFields(answers, undefined)).toEqual(new Map([['note', { texts: ['1'] }]]))
  })

  it('ignores a name that is not one of ours', () => {
    expect(toFormFields([{ keys: ['a'], texts: ['x'] }], { a: 'order' }).size).toBe(0)
  })
})

it.each([
  ['order_number', true],
  ['order_label', true],
  ['email', true],
  ['note', true],
  ['sku', true],
  ['quantity_2', true],
  ['reason_50', true],
  ['sku_1', false],
  ['sku_51', false],
  ['sku_02', false],
  ['sku_10', true],
  ['sku_1x', false],
  ['my_sku', false],
  ['sku_2 ', false],
  ['note_2', false],
  ['Email', false],
  ['', false],
])('%j is one of our field names: %s', (name, is) => {
  expect(isFormField(name)).toBe(is)
})

it.each([
  ['a', ['a'], false],
  [2, ['2'], false],
  [true, ['true'], false],
  [['a', 1, null, {}, []], ['a', '1'], false],
  [['a', ['nested'], 1], ['a', '1'], true],
  [['a', { b: 1 }], ['a'], true],
  [null, [], false],
  [undefined, [], false],
  [{}, [], false],
  [{ a: 1 }, [], true],
])('reads %j as the texts %j; with a part that is no text: %s', (value, texts, isPartial) => {
  expect(readValue(value)).toEqual({ texts, ...(isPartial && { isPartial }) })
})
