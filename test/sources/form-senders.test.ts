import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Delivery, Source, SourceSettings } from '../../lib/sources/source.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { invalid, notJson, notObject, unknownTopic, unmappable, unmapped, unreadable } from './problem-endings.ts'

const source = (kind: string) => sourceOfKind(kind) as Source
const json = (body: unknown, headers: Record<string, string> = {}): Delivery =>
  delivery({ body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers })
const ask = (kind: string, from: Delivery, more: Partial<SourceSettings> = {}) =>
  source(kind).translate(eventOf(source(kind), from), settings(more))
const deliveryKeyOf = (kind: string, from: Delivery) => {
  const identity = source(kind).identify(from, settings())
  return identity.kind === 'event' ? identity.deliveryKey : identity.kind
}

const hashed = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)

/** The answers that a form yields, read from the return that it becomes. */
const commandOf = (kind: string, from: Delivery, more: Partial<SourceSettings> = {}) => {
  const translation = ask(kind, from, more)
  return 'commands' in translation ? translation.commands[0] : translation.ending
}

describe('typeform', () => {
  const message = (answers: unknown, more: object = {}) => ({
    event_id: 'e1',
    event_type: 'form_response',
    form_response: { token: 't1', answers, ...more },
  })
  const answer = (ref: string, type: string, value: unknown) => ({
    type,
    [type]: value,
    field: { id: `id-${ref}`, ref },
  })
  const order = answer('order_number', 'text', '1001')

  it.each([
    ['text', 'A', 'A'],
    ['number', 5, '5'],
    ['choice', { id: 'x', ref: 'y', label: 'A' }, 'A'],
    ['choice', { other: 'A' }, 'A'],
    ['url', 'A', 'A'],
  ])('reads an answer of the type %s', (type, value, sku) => {
    expect(commandOf('typeform', json(message([order, answer('sku', type, value)])))).toMatchObject({
      lines: [{ sku, quantity: 1 }],
    })
  })

  it('reads several choices by their labels, and "other"', () => {
    const answers = [order, answer('sku', 'choices', { ids: ['x', 'y'], labels: ['A', 'B'], other: 'C' })]
    expect(commandOf('typeform', json(message(answers)))).toMatchObject({
      lines: [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }],
    })
  })

  it.each([
    ['a type without its value', { type: 'text', field: { ref: 'sku' } }],
    ['the type of another property', { type: 'constructor', field: { ref: 'sku' } }],
    ['a value of null', answer('sku', 'choice', null)],
    ['an answer without ref and id', { type: 'text', text: 'A', field: {} }],
  ])('ignores %s', (_title, given) => {
    expect(commandOf('typeform', json(message([order, given])))).toMatchObject({ reason: { code: 'mapping' } })
  })

  it.each([null, undefined])('has no answers where they are %j', (answers) => {
    expect(commandOf('typeform', json(message(answers)))).toMatchObject({ reason: { code: 'mapping' } })
    const hidden = { order_number: '1001', sku: 'A' }
    expect(commandOf('typeform', json(message(answers, { hidden })))).toMatchObject({ lines: [{ sku: 'A' }] })
  })

  it('finds fields by ref, else by id, and hidden fields by name', () => {
    const fields = { a: 'order_number', 'id-a': 'note', 'id-b': 'sku', ref_c: 'email' }
    const answers = [answer('a', 'text', '1001'), answer('b', 'text', 'A')]
    // An answer counts before a hidden field.
    const from = json(message(answers, { hidden: { ref_c: 'a@example.com', a: '1002' } }))
    expect(commandOf('typeform', from, { fields })).toMatchObject({
      order: { externalNumber: '1001' },
      email: 'a@example.com',
    })
  })

  it('has the event as its delivery key and the response as its key', () => {
    const from = json(message([order, answer('sku', 'text', 'A')]))
    expect(deliveryKeyOf('typeform', from)).toBe('e1')
    expect(commandOf('typeform', from)).toMatchObject({ key: 't1' })
  })

  it('is ignored before it is submitted', () => {
    expect(ask('typeform', json({ ...message([]), event_type: 'form_response_partial' }))).toEqual(
      unknownTopic('form_response_partial'),
    )
  })

  it('keeps a choice that holds a comma or a semicolon whole', () => {
    const answers = [order, answer('sku', 'choices', { labels: ['Mug, blue', 'Pot; white'] })]
    expect(commandOf('typeform', json(message(answers)))).toMatchObject({
      lines: [{ sku: 'Mug, blue' }, { sku: 'Pot; white' }],
    })
  })

  it.each([
    { type: 'text', text: 'nameless' },
    { type: 'text', text: 'nameless', field: 'x' },
    { type: 'text', text: 'nameless', field: { id: {}, ref: [] } },
    { field: { ref: 'unknown' } },
    {},
    [],
    'x',
    null,
  ])('passes over %j beside other answers', (odd) => {
    const answers = [odd, order, odd, answer('sku', 'text', 'A'), answer('quantity', 'number', 3), odd]
    expect(commandOf('typeform', json(message(answers)))).toMatchObject({ lines: [{ sku: 'A', quantity: 3 }] })
  })

  it.each([
    ['a type without its value', { type: 'number', field: { ref: 'quantity' } }],
    ['no type', { number: 3, field: { ref: 'quantity' } }],
    ['an odd type', { type: ['number'], number: 3, field: { ref: 'quantity' } }],
    ['a value that is no choice', answer('quantity', 'payment', { amount: '3' })],
    ['a choice without its label', answer('quantity', 'choice', { id: 'x', label: null })],
    ['an odd label', answer('quantity', 'choices', { labels: ['3', { label: '4' }] })],
    ['odd labels', answer('quantity', 'choices', { labels: { a: '3' }, other: '4' })],
  ])('does not return one piece where the quantity has %s', (_title, odd) => {
    expect(ask('typeform', json(message([order, answer('sku', 'text', 'A'), odd])))).toEqual(
      unmappable({ problem: 'answer_unreadable', field: 'quantity' }),
    )
  })

  it('takes ids that are numbers, and goes without odd ones', () => {
    const answers = [order, answer('sku', 'text', 'A'), { type: 'number', number: 2, field: { id: 77 } }]
    const fields = { order_number: 'order_number', sku: 'sku', '77': 'quantity' }
    const from = json({ ...message(answers, { token: 5 }), event_id: 12 })
    expect(deliveryKeyOf('typeform', from)).toBe('12')
    expect(commandOf('typeform', from, { fields })).toMatchObject({ key: '5', lines: [{ quantity: 2 }] })
    expect(deliveryKeyOf('typeform', json({ ...message(answers), event_id: null }))).toBe('t1')
    const odd = json({ ...message(answers, { token: {} }), event_id: [] })
    expect(deliveryKeyOf('typeform', odd)).toEqual(hashed)
    expect(commandOf('typeform', odd, { fields })).toMatchObject({ key: hashed })
  })

  it.each([{}, [], { event_type: 'form_response' }, message('x'), message([], { hidden: 'x' })])(
    'refuses %j',
    (body) => {
      expect(ask('typeform', json(body))).toEqual(
        Array.isArray(body) ? notObject : unreadable('event_type', 'form_response'),
      )
    },
  )

  it('refuses a body that is not JSON', () => {
    expect(ask('typeform', json('{'))).toEqual(notJson)
  })
})

describe('tally', () => {
  const message = (fields: unknown, data: object = { submissionId: 's1', responseId: 'r1' }) => ({
    eventId: 'e1',
    eventType: 'FORM_RESPONSE',
    data: { ...data, fields },
  })
  const field = (label: string, value: unknown, options?: unknown) => ({
    key: `question_${label}`,
    label,
    value,
    options,
  })
  const order = field('order_number', '1001')
  const options = [
    { id: 'o1', text: 'A' },
    { id: 'o2', text: 'B' },
  ]

  it.each([
    ['a text', field('sku', 'A'), ['A']],
    ['a choice', field('sku', ['o2'], options), ['B']],
    ['several choices in their order', field('sku', ['o2', 'o1'], options), ['B', 'A']],
    ['a choice without its option', field('sku', ['o3'], options), ['o3']],
    ['a choice with odd options', field('sku', ['o1'], 'x'), ['o1']],
  ])('reads %s', (_title, given, skus) => {
    expect(commandOf('tally', json(message([order, given])))).toMatchObject({ lines: skus.map((sku) => ({ sku })) })
  })

  it.each([
    ['null', field('sku', null)],
    ['no value', { key: 'sku' }],
    ['a matrix', field('sku', { row: ['column'] })],
    ['files', field('sku', [{ id: 'f', url: 'https://example.com' }])],
  ])('ignores %s', (_title, given) => {
    expect(commandOf('tally', json(message([order, given])))).toMatchObject({ reason: { code: 'mapping' } })
  })

  it('finds fields by key and by label', () => {
    const fields = { question_order: 'order_number', 'Which article?': 'sku' }
    const given = [
      { key: 'question_order', label: 'Order', value: '1001' },
      { key: 'q', label: 'Which article?', value: 'A' },
    ]
    expect(commandOf('tally', json(message(given)), { fields })).toMatchObject({
      order: { externalNumber: '1001' },
      lines: [{ sku: 'A' }],
    })
  })

  it('finds a field without a label by its key', () => {
    const given = [
      { key: 'order_number', value: '1001' },
      { key: 'sku', label: null, value: 'A' },
    ]
    expect(commandOf('tally', json(message(given)))).toMatchObject({
      order: { externalNumber: '1001' },
      lines: [{ sku: 'A' }],
    })
  })

  it.each([null, undefined])('has no answers where the fields are %j', (fields) => {
    expect(commandOf('tally', json(message(fields)))).toMatchObject({ reason: { code: 'mapping' } })
  })

  it('has the event as its delivery key and the submission as its key', () => {
    const given = [order, field('sku', 'A')]
    expect(deliveryKeyOf('tally', json(message(given)))).toBe('e1')
    expect(commandOf('tally', json(message(given)))).toMatchObject({ key: 's1' })
    expect(commandOf('tally', json(message(given, { responseId: 'r1' })))).toMatchObject({ key: 'r1' })
    expect(deliveryKeyOf('tally', json({ ...message(given), eventId: null }))).toBe('s1')
    expect(deliveryKeyOf('tally', json({ ...message(given, {}), eventId: null }))).toEqual(hashed)
  })

  it('ignores other events', () => {
    expect(ask('tally', json({ ...message([]), eventType: 'FORM_CREATED' }))).toEqual(unknownTopic('FORM_CREATED'))
  })

  it('keeps a choice that holds a comma or a semicolon whole', () => {
    const given = field(
      'sku',
      ['o1', 'o2'],
      [
        { id: 'o1', text: 'Mug, blue' },
        { id: 'o2', text: 'Pot; white' },
      ],
    )
    expect(commandOf('tally', json(message([order, given])))).toMatchObject({
      lines: [{ sku: 'Mug, blue' }, { sku: 'Pot; white' }],
    })
  })

  it.each([
    ['a field with a label alone', { label: 'note', value: 'Hello' }, { note: 'Hello' }],
    ['a field with an odd key', { key: {}, label: 'note', value: 'Hello' }, { note: 'Hello' }],
    ['a field with a number as its key', { key: 7, label: 'note', value: 'Hello' }, { note: 'Hello' }],
    ['a field without key and label', { value: 'nameless' }, {}],
    ['an empty field', {}, {}],
    ['a text', 'x', {}],
    ['null', null, {}],
    ['a list', [], {}],
    ['odd options', field('note', ['o1'], [null, 'x', { id: 'o2' }, { id: 'o1', text: 'Hello' }]), { note: 'Hello' }],
    ['ids that are numbers', field('note', [1], [{ id: 1, text: 'Hello' }]), { note: 'Hello' }],
  ])('reads the other fields beside %s', (_title, odd, more) => {
    const given = [odd, order, field('sku', 'A'), field('quantity', 3)]
    expect(commandOf('tally', json(message(given)))).toMatchObject({ lines: [{ sku: 'A', quantity: 3 }], ...more })
  })

  it('does not return one piece where the quantity is odd', () => {
    const given = [order, field('sku', 'A'), field('quantity', { row: ['3'] })]
    expect(ask('tally', json(message(given)))).toEqual(unmappable({ problem: 'answer_unreadable', field: 'quantity' }))
  })

  it('takes ids that are numbers, and goes without odd ones', () => {
    const given = [order, field('sku', 'A')]
    const from = json({ ...message(given, { submissionId: 5 }), eventId: 12 })
    expect(deliveryKeyOf('tally', from)).toBe('12')
    expect(commandOf('tally', from)).toMatchObject({ key: '5' })
    const odd = json({ ...message(given, { submissionId: {}, responseId: 'r1' }), eventId: [] })
    expect(deliveryKeyOf('tally', odd)).toBe('r1')
  })

  it.each([{}, { eventType: 'FORM_RESPONSE' }, message('x')])('refuses %j', (body) => {
    expect(ask('tally', json(body))).toEqual(unreadable('eventType', 'data.fields'))
  })
})

describe('jotform', () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const post = (parts: Record<string, string>) =>
    json(
      `${Object.entries(parts)
        .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('')}--b--\r\n`,
      headers,
    )
  const submit = (answers: object, more: Record<string, string> = { submissionID: '6295760960429644172' }) =>
    post({ ...more, rawRequest: JSON.stringify(answers) })

  it('finds fields by number and name, or by name', () => {
    expect(commandOf('jotform', submit({ q3_order_number: '1001', sku: 'A' }))).toMatchObject({
      order: { externalNumber: '1001' },
      lines: [{ sku: 'A' }],
    })
    const fields = { q3_orderId: 'order_number', article: 'sku' }
    expect(commandOf('jotform', submit({ q3_orderId: '1001', q14_article: 'A' }), { fields })).toMatchObject({
      lines: [{ sku: 'A' }],
    })
  })

  it('reads the number of a question only at the beginning', () => {
    expect(commandOf('jotform', submit({ q1_order_number: '1', skuq3_: 'A' }))).toMatchObject({
      reason: { code: 'mapping' },
    })
  })

  it('ignores an answer of null', () => {
    const command = commandOf('jotform', submit({ q1_order_number: '1', q2_sku: 'A', q3_note: null }))
    expect(command).toMatchObject({ lines: [{ sku: 'A' }] })
    expect(command).not.toHaveProperty('note')
  })

  it.each([
    ['a text', 'A', 'A'],
    ['entities', '&quot;a&quot; &amp; &lt;b&gt; &#039;c&#39; &apos;d&apos; &#x20ac;', "\"a\" & <b> 'c' 'd' €"],
    ['entities by number', '&#65; &#x41; &#X41; &#128512;', 'A A A 😀'],
    ['what was typed as an entity', '&amp;lt;', '&lt;'],
    ['what only looks like one', '&nothing; & &#; &#xyz; &AMP;', '&nothing; & &#; &#xyz; &AMP;'],
    ['the parts of a name', { first: 'Anna', last: 'Beispiel' }, 'Anna Beispiel'],
    ['parts of which one is called as a choice is', { first: 'Anna', other: 'Ann' }, 'Anna Ann'],
    ['parts that are numbered', { a1: 'Anna', '1st': 'Ann', another: 'Anni' }, 'Anna Ann Anni'],
    ['a list', ['one', 'two'], 'one\ntwo'],
  ])('reads %s', (_title, value, note) => {
    expect(commandOf('jotform', submit({ q1_order_number: '1', q2_sku: 'A', q3_note: value }))).toMatchObject({ note })
  })

  it.each([
    ['a list', ['Mug, blue', 'B'], ['Mug, blue', 'B']],
    ['choices with one of the customer', { '0': 'Mug, blue', '1': 'B', other: 'C; D' }, ['Mug, blue', 'B', 'C; D']],
    ['a choice of the customer alone', { other: 'C, D' }, ['C, D']],
    ['more than ten choices', { '9': 'A', '10': 'B' }, ['A', 'B']],
  ])('reads several SKUs from %s', (_title, value, skus) => {
    expect(commandOf('jotform', submit({ q1_order_number: '1', q2_sku: value }))).toMatchObject({
      lines: skus.map((sku) => ({ sku })),
    })
  })

  it('does not return one piece where the quantity is odd', () => {
    const odd = { '0': { products: [{ quantity: 3 }] } }
    expect(ask('jotform', submit({ q1_order_number: '1', q2_sku: 'A', q3_quantity: odd }))).toEqual(
      unmappable({ problem: 'answer_unreadable', field: 'quantity' }),
    )
  })

  it('has the submission as its delivery key and as its key', () => {
    const from = submit({ q1_order_number: '1', q2_sku: 'A', event_id: 'x' })
    expect(deliveryKeyOf('jotform', from)).toBe('6295760960429644172')
    expect(commandOf('jotform', from)).toMatchObject({ key: '6295760960429644172' })
    expect(deliveryKeyOf('jotform', submit({}, {}))).toEqual(hashed)
    expect(deliveryKeyOf('jotform', submit({}, { submissionID: '' }))).toEqual(hashed)
  })

  it.each([
    ['no rawRequest', post({ submissionID: '1' })],
    ['a rawRequest that is not JSON', post({ rawRequest: '{' })],
    ['a rawRequest that is a text', post({ rawRequest: '"x"' })],
    ['a rawRequest that is null', post({ rawRequest: 'null' })],
  ])('refuses %s', (_title, from) => {
    expect(ask('jotform', from)).toEqual(unreadable('rawRequest'))
  })

  it.each([
    ['JSON', json('{}', { 'content-type': 'application/json' })],
    ['no content type', json('--b--')],
  ])('refuses %s', (_title, from) => {
    expect(ask('jotform', from)).toEqual(invalid({ problem: 'unexpected_body', expected: 'multipart' }))
  })
})

describe('fillout', () => {
  const message = (submission: object) => ({ submission: { submissionId: 's1', ...submission } })
  const entry = (id: string, value: unknown, name = `name of ${id}`) => ({ id, name, value })
  const questions = [entry('order_number', '1001'), entry('sku', ['A', 'B'])]

  it('reads questions, calculations and URL parameters: what comes first counts', () => {
    const more = {
      questions,
      calculations: [entry('quantity', 2), entry('order_number', '1002')],
      urlParameters: [
        { name: 'email', value: 'a@example.com' },
        { name: 'quantity', value: '3' },
      ],
    }
    expect(commandOf('fillout', json(message(more)))).toMatchObject({
      key: 's1',
      order: { externalNumber: '1001' },
      email: 'a@example.com',
      lines: [
        { sku: 'A', quantity: 2 },
        { sku: 'B', quantity: 2 },
      ],
    })
  })

  it('finds fields by id and by name', () => {
    const fields = { '5Atg': 'order_number', 'Which article?': 'sku' }
    const given = { questions: [entry('5Atg', '1001', 'Order'), entry('x', 'A', 'Which article?'), { id: 'no value' }] }
    expect(commandOf('fillout', json(message(given)), { fields })).toMatchObject({ lines: [{ sku: 'A' }] })
  })

  it.each([
    { id: 7, name: 'a number', value: 'x' },
    { id: {}, name: [], value: 'x' },
    { value: 'nameless' },
    {},
    'x',
    null,
  ])('reads the other questions beside %j', (odd) => {
    const given = [odd, ...questions, entry('quantity', 3)]
    expect(commandOf('fillout', json(message({ questions: given })))).toMatchObject({
      lines: [
        { sku: 'A', quantity: 3 },
        { sku: 'B', quantity: 3 },
      ],
    })
  })

  it('takes ids that are numbers', () => {
    const given = [...questions, { id: 7, value: 3 }]
    const fields = { order_number: 'order_number', sku: 'sku', '7': 'quantity' }
    const from = json(message({ submissionId: 42, questions: given }))
    expect(deliveryKeyOf('fillout', from)).toBe('42')
    expect(commandOf('fillout', from, { fields })).toMatchObject({
      key: '42',
      lines: [{ quantity: 3 }, { quantity: 3 }],
    })
  })

  it('keeps a choice that holds a comma whole', () => {
    const given = [entry('order_number', '1001'), entry('sku', ['Mug, blue', 'B'])]
    expect(commandOf('fillout', json(message({ questions: given })))).toMatchObject({
      lines: [{ sku: 'Mug, blue' }, { sku: 'B' }],
    })
  })

  it('does not return one piece where the quantity is odd', () => {
    const given = [...questions, entry('quantity', { amount: 3 })]
    expect(ask('fillout', json(message({ questions: given })))).toEqual(
      unmappable({ problem: 'answer_unreadable', field: 'quantity' }),
    )
  })

  it('has the submission as its delivery key and as its key', () => {
    expect(deliveryKeyOf('fillout', json(message({ questions })))).toBe('s1')
    expect(deliveryKeyOf('fillout', json({ submission: {} }))).toEqual(hashed)
  })

  it.each([{}, [], { submission: { questions: 'x' } }])('refuses %j', (body) => {
    expect(ask('fillout', json(body))).toEqual(Array.isArray(body) ? notObject : unreadable('submission.questions'))
  })
})

describe('gravity-forms', () => {
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

  it('reads an entry as JSON, fields by id', () => {
    const fields = { '1': 'order_number', '2.3': 'sku' }
    expect(commandOf('gravity-forms', json({ id: 7, '1': '1001', '2.3': 'A' }), { fields })).toMatchObject({
      key: '7',
      order: { externalNumber: '1001' },
      lines: [{ sku: 'A' }],
    })
  })

  it('reads an entry that is form-encoded', () => {
    const from = json('id=7&order_number=%231001&sku=A%2C+B&sku=C&quantity=2', urlencoded)
    expect(deliveryKeyOf('gravity-forms', from)).toBe('7')
    expect(commandOf('gravity-forms', from)).toMatchObject({
      key: '7',
      lines: [
        { sku: 'A, B', quantity: 2 },
        { sku: 'C', quantity: 2 },
      ],
    })
  })

  it.each([
    ['["Mug, blue","B"]', ['Mug, blue', 'B']],
    ['["A"]', ['A']],
    ['[A]', ['[A]']],
    ['[{"a":1}]', ['[{"a":1}]']],
    ['A, B', ['A, B']],
  ])('reads the choices of a multi-select field: %s', (sku, skus) => {
    const from = json({ id: 7, order_number: '1', sku })
    expect(commandOf('gravity-forms', from)).toMatchObject({ lines: skus.map((one) => ({ sku: one })) })
  })

  it('reads no list in what a customer wrote', () => {
    const from = json({ id: 7, order_number: '1', sku: 'A', note: '["a","b"]' })
    expect(commandOf('gravity-forms', from)).toMatchObject({ note: '["a","b"]' })
  })

  it('is form-encoded only if the content type says so', () => {
    const from = json({ id: 7 }, { 'content-type': 'application/json; not=application/x-www-form-urlencoded' })
    expect(deliveryKeyOf('gravity-forms', from)).toBe('7')
  })

  it('is identified by its hash if the feed leaves the id out', () => {
    expect(deliveryKeyOf('gravity-forms', json({ order_number: '1' }))).toEqual(hashed)
  })

  it('refuses more SKUs than a return can have, however often a name comes', () => {
    const body = Buffer.from(`order_number=1&email=a%40example.com&${'sku=A&'.repeat(20_000)}`)
    const from = delivery({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect(deliveryKeyOf('gravity-forms', from)).toEqual(hashed)
    expect(ask('gravity-forms', from)).toEqual(
      unmappable({ problem: 'invalid_fields', of: 'return', fields: ['lines'] }),
    )
  })

  it.each(['[]', 'null', '"x"', '{', 'a=1'])('refuses %s', (body) => {
    expect(ask('gravity-forms', json(body))).toEqual(
      invalid({ problem: 'unexpected_body', expected: 'object_or_form' }),
    )
  })
})

describe('formspree', () => {
  it('is the same submission only if its bytes are the same', () => {
    const one = json({ submission: { _date: '1', order_number: '1', sku: 'A' } })
    const other = json({ submission: { _date: '2', order_number: '1', sku: 'A' } })
    expect(deliveryKeyOf('formspree', one)).toEqual(hashed)
    expect(deliveryKeyOf('formspree', one)).not.toBe(deliveryKeyOf('formspree', other))
    expect(commandOf('formspree', one)).toMatchObject({ key: deliveryKeyOf('formspree', one) })
  })

  it.each([{}, [], { submission: 'x' }])('refuses %j', (body) => {
    expect(ask('formspree', json(body))).toEqual(Array.isArray(body) ? notObject : unreadable('submission'))
  })

  it('refuses a body that is not JSON', () => {
    expect(ask('formspree', json('a=1'))).toEqual(notJson)
  })
})

describe('hubspot', () => {
  const publicUrl = 'https://bridge.example.com'
  const secret = 'client-secret'
  const sign = (uri: string, body = '{}') =>
    createHmac('sha256', secret).update(`POST${uri}${body}${nowMs}`).digest('base64')
  const post = (uri: string, more: Partial<Delivery> = {}) =>
    delivery({
      path: '/forms/hubspot',
      headers: {
        'x-hubspot-signature-v3': sign(uri),
        'x-hubspot-request-timestamp': String(nowMs),
        host: 'evil.example.com',
      },
      ...more,
    })
  const verify = (from: Delivery, url: string | undefined = publicUrl) =>
    source('hubspot').verify(from, [secret], url === undefined ? settings() : settings({ publicUrl: url }), nowMs)

  it('verifies with the configured address, whatever the Host header is', () => {
    expect(verify(post(`${publicUrl}/forms/hubspot`))).toEqual({ ok: true })
    expect(verify(post(`${publicUrl}/forms/hubspot`), `${publicUrl}//`)).toEqual({ ok: true })
    expect(verify(post('https://evil.example.com/forms/hubspot')).ok).toBe(false)
  })

  it('signs the query as well, with the characters decoded that HubSpot decodes', () => {
    const query = 'a=%3A%2F%3f%40%21%24%27%28%29%2A%2C%3B&b=%20%26'
    const uri = `${publicUrl}/forms/hubspot?a=:/?@!$'()*,;&b=%20%26`
    expect(verify(post(uri, { query }))).toEqual({ ok: true })
    expect(verify(post(uri)).ok).toBe(false)
  })

  it('is refused without publicUrl, with that reason', () => {
    const verification = source('hubspot').verify(post(`${publicUrl}/forms/hubspot`), [secret], settings(), nowMs)
    expect(verification).toEqual({
      ok: false,
      why: 'this sender signs the address that it calls: set publicUrl in bridge.config.ts',
    })
  })

  it('reads the fields of the workflow before the properties of the contact', () => {
    const body = {
      order_number: '1001',
      properties: { order_number: { value: '1' }, sku: { value: 'A' }, quantity: '2', note: { value: null } },
    }
    expect(commandOf('hubspot', json(body))).toEqual({
      type: 'create-return',
      key: hashed,
      order: { externalNumber: '1001' },
      lines: [{ sku: 'A', quantity: 2 }],
    })
  })

  it('reads the choices that HubSpot joins by semicolons, and nothing else', () => {
    const body = { order_number: '1001', sku: 'Mug, blue;B', note: 'Broken; sorry', properties: {} }
    expect(commandOf('hubspot', json(body))).toMatchObject({
      lines: [{ sku: 'Mug, blue' }, { sku: 'B' }],
      note: 'Broken; sorry',
    })
  })

  it('does not return one piece where the quantity is odd', () => {
    const properties = { quantity: { value: { amount: 3 } } }
    expect(ask('hubspot', json({ order_number: '1001', sku: 'A', properties }))).toEqual(
      unmappable({ problem: 'answer_unreadable', field: 'quantity' }),
    )
  })

  it('reads a body with invalid properties', () => {
    expect(commandOf('hubspot', json({ order_number: '1', sku: 'A', properties: 'x' }))).toMatchObject({
      lines: [{ sku: 'A' }],
    })
  })

  it('ignores lists of CRM events', () => {
    expect(ask('hubspot', json([{ eventId: 1 }]))).toEqual(unmapped({ problem: 'crm_events' }))
  })

  it.each(['null', '"x"', '1'])('refuses %s', (body) => {
    expect(ask('hubspot', json(body))).toEqual(notObject)
  })
})

describe.each(['jotform', 'fillout', 'gravity-forms'])('the token of %s', (kind) => {
  const token = 'x'.repeat(24)
  const verify = (given: string | undefined, secrets: string[]) =>
    source(kind).verify(delivery(given === undefined ? {} : { token: given }), secrets, settings(), nowMs)

  it('is the last part of the address that the sender gets', () => {
    expect(signed(source(kind), { body: '{}', secret: token })).toMatchObject({
      path: `/forms/${kind}/${token}`,
      token,
    })
    expect(source(kind).tokenInPath).toBe(true)
  })

  it.each([undefined, ''])('is required (%j)', (given) => {
    expect(verify(given, [token])).toEqual({ ok: false, why: 'the token at the end of the address is missing' })
  })

  it.each(['x'.repeat(23), 'x'.repeat(25), 'X'.repeat(24), ` ${token}`])('must match (%j)', (given) => {
    expect(verify(given, [token])).toEqual({
      ok: false,
      why: 'the token at the end of the address matches none of the configured tokens',
    })
  })

  it.each([[[]], [['']], [['x'.repeat(23)]], [[`${'x'.repeat(24)}\n`]], [[`${'x'.repeat(24)}/y`]]])(
    'must be long and need no escape: the secrets %j are refused',
    (secrets) => {
      const why = 'no token of at least 24 letters, digits and - _ . ~ is configured for this source'
      expect(verify(secrets[0], secrets)).toEqual({ ok: false, why })
    },
  )
})
