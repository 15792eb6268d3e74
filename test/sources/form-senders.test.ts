import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Delivery, SourceSettings } from '../../lib/sources/source.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { kindOf as source } from './hooks.ts'
import { invalid, notJson, notObject, unknownTopic, unmappable, unmapped, unreadable } from './problem-endings.ts'

/** Of a command, what must hold of it; of an ending, all of it. */
type Meaning = [title: string, from: Delivery, expected: object, fields?: SourceSettings['fields']]
type Identity = [title: string, from: Delivery, deliveryKey: unknown]

const json = (body: unknown, headers: Record<string, string> = {}): Delivery =>
  delivery({ body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers })

/** That a delivery of this sender becomes what its row says. */
const becomes =
  (kind: string) =>
  (...[, from, expected, fields]: Meaning) => {
    const translation = source(kind).translate(eventOf(source(kind), from), settings(fields && { fields }))
    if ('ending' in expected) return expect(translation).toEqual(expected)
    expect('commands' in translation ? translation.commands[0] : translation.ending).toMatchObject(expected)
  }
const isKnownBy =
  (kind: string) =>
  (...[, from, deliveryKey]: Identity) =>
    expect(source(kind).identify(from, settings())).toMatchObject({ kind: 'event', deliveryKey })

const hashed = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
const skus = (...all: string[]) => ({ lines: all.map((sku) => ({ sku })) })
const pieces = (quantity: number, ...all: string[]) => ({ lines: all.map((sku) => ({ sku, quantity })) })
const order1001 = { order: { externalNumber: '1001' } }
const notMapped = { reason: { code: 'mapping' } }
const oddQuantity = unmappable({ problem: 'answer_unreadable', field: 'quantity' })
const refused = (ending: object, ...bodies: unknown[]) =>
  bodies.map((body): Meaning => [`refuses ${JSON.stringify(body)}`, json(body), ending])

describe('typeform', () => {
  const form = (answers: unknown, more: object = {}) => ({
    event_id: 'e1',
    event_type: 'form_response',
    form_response: { token: 't1', answers, ...more },
  })
  const sent = (answers: unknown, more: object = {}, above: object = {}) => json({ ...form(answers, more), ...above })
  const answer = (ref: string, type: string, value: unknown) => {
    return { type, [type]: value, field: { id: `id-${ref}`, ref } }
  }
  const order = answer('order_number', 'text', '1001')
  const sku = answer('sku', 'text', 'A')
  const asked = (type: string, value: unknown) => sent([order, answer('sku', type, value)])
  const byName = [answer('a', 'text', '1001'), answer('b', 'text', 'A')]
  const numbered = [order, sku, { type: 'number', number: 2, field: { id: 77 } }]
  const byNumber = { order_number: 'order_number', sku: 'sku', '77': 'quantity' }
  const hidden = { order_number: '1001', sku: 'A' }

  it.each<Meaning>([
    ['reads a text', asked('text', 'A'), pieces(1, 'A')],
    ['reads a number', asked('number', 5), pieces(1, '5')],
    ['reads a choice', asked('choice', { id: 'x', ref: 'y', label: 'A' }), pieces(1, 'A')],
    ['reads the choice of the customer', asked('choice', { other: 'A' }), pieces(1, 'A')],
    ['reads a URL', asked('url', 'A'), pieces(1, 'A')],
    [
      'reads several choices by their labels, and "other"',
      asked('choices', { ids: ['x', 'y'], labels: ['A', 'B'], other: 'C' }),
      skus('A', 'B', 'C'),
    ],
    [
      'keeps a choice that holds a comma or a semicolon whole',
      asked('choices', { labels: ['Mug, blue', 'Pot; white'] }),
      skus('Mug, blue', 'Pot; white'),
    ],
    ['ignores a type without its value', sent([order, { type: 'text', field: { ref: 'sku' } }]), notMapped],
    ['ignores the type of another property', sent([order, { type: 'constructor', field: { ref: 'sku' } }]), notMapped],
    ['ignores a value of null', asked('choice', null), notMapped],
    ['ignores an answer without ref and id', sent([order, { type: 'text', text: 'A', field: {} }]), notMapped],
    ...[null, undefined].flatMap((none): Meaning[] => [
      [`has no answers where they are ${none}`, sent(none), notMapped],
      [`reads hidden fields where the answers are ${none}`, sent(none, { hidden }), skus('A')],
    ]),
    [
      'finds fields by ref, else by id, and hidden fields by name, behind the answers',
      sent(byName, { hidden: { ref_c: 'a@example.com', a: '1002' } }),
      { ...order1001, email: 'a@example.com' },
      { a: 'order_number', 'id-a': 'note', 'id-b': 'sku', ref_c: 'email' },
    ],
    ['has the response as its key', sent([order, sku]), { key: 't1' }],
    ['takes ids that are numbers', sent(numbered, { token: 5 }), { key: '5', ...pieces(2, 'A') }, byNumber],
    ['goes without odd ids', sent(numbered, { token: {} }, { event_id: [] }), { key: hashed }, byNumber],
    ['ignores a part', sent([], {}, { event_type: 'form_response_partial' }), unknownTopic('form_response_partial')],
    ...[
      { type: 'text', text: 'nameless' },
      { type: 'text', text: 'nameless', field: 'x' },
      { type: 'text', text: 'nameless', field: { id: {}, ref: [] } },
      { field: { ref: 'unknown' } },
      ...[{}, [], 'x', null],
    ].map((odd): Meaning => {
      const from = sent([odd, order, odd, sku, answer('quantity', 'number', 3), odd])
      return [`passes over ${JSON.stringify(odd)} beside other answers`, from, pieces(3, 'A')]
    }),
    ...Object.entries({
      'a type without its value': { type: 'number', field: { ref: 'quantity' } },
      'no type': { number: 3, field: { ref: 'quantity' } },
      'an odd type': { type: ['number'], number: 3, field: { ref: 'quantity' } },
      'a value that is no choice': answer('quantity', 'payment', { amount: '3' }),
      'a choice without its label': answer('quantity', 'choice', { id: 'x', label: null }),
      'an odd label': answer('quantity', 'choices', { labels: ['3', { label: '4' }] }),
      'odd labels': answer('quantity', 'choices', { labels: { a: '3' }, other: '4' }),
    }).map(([what, odd]): Meaning => {
      return [`does not return one piece where the quantity has ${what}`, sent([order, sku, odd]), oddQuantity]
    }),
    ...refused(unreadable('event_type', 'form_response'), {}, { event_type: 'form_response' }, form('x')),
    ...refused(unreadable('event_type', 'form_response'), form([], { hidden: 'x' })),
    ...refused(notObject, []),
    ...refused(notJson, '{'),
  ])('%s', becomes('typeform'))

  it.each<Identity>([
    ['its event', sent([order, sku]), 'e1'],
    ['an event whose id is a number', sent(numbered, { token: 5 }, { event_id: 12 }), '12'],
    ['its response where the event has no id', sent(numbered, {}, { event_id: null }), 't1'],
    ['its hash where both ids are odd', sent(numbered, { token: {} }, { event_id: [] }), hashed],
  ])('is known by %s', isKnownBy('typeform'))
})

describe('tally', () => {
  const form = (fields: unknown, data: object = { submissionId: 's1', responseId: 'r1' }) => ({
    eventId: 'e1',
    eventType: 'FORM_RESPONSE',
    data: { ...data, fields },
  })
  const sent = (fields: unknown, data?: object, above: object = {}) => json({ ...form(fields, data), ...above })
  const field = (label: string, value: unknown, options?: unknown) => {
    return { key: `question_${label}`, label, value, options }
  }
  const option = (id: unknown, text: string) => ({ id, text })
  const order = field('order_number', '1001')
  const ordered = [order, field('sku', 'A')]
  const options = [option('o1', 'A'), option('o2', 'B')]
  const withCommas = [option('o1', 'Mug, blue'), option('o2', 'Pot; white')]
  const byKey = (key: string, label: unknown, value: string) => ({ key, label, value })

  it.each<Meaning>([
    ['reads a text', sent([order, field('sku', 'A')]), skus('A')],
    ['reads a choice', sent([order, field('sku', ['o2'], options)]), skus('B')],
    ['reads several choices in their order', sent([order, field('sku', ['o2', 'o1'], options)]), skus('B', 'A')],
    ['reads a choice without its option', sent([order, field('sku', ['o3'], options)]), skus('o3')],
    ['reads a choice with odd options', sent([order, field('sku', ['o1'], 'x')]), skus('o1')],
    [
      'keeps a choice that holds a comma or a semicolon whole',
      sent([order, field('sku', ['o1', 'o2'], withCommas)]),
      skus('Mug, blue', 'Pot; white'),
    ],
    ['ignores null', sent([order, field('sku', null)]), notMapped],
    ['ignores no value', sent([order, { key: 'sku' }]), notMapped],
    ['ignores a matrix', sent([order, field('sku', { row: ['column'] })]), notMapped],
    ['ignores files', sent([order, field('sku', [{ id: 'f', url: 'https://example.com' }])]), notMapped],
    [
      'finds fields by key and by label',
      sent([byKey('question_order', 'Order', '1001'), byKey('q', 'Which article?', 'A')]),
      { ...order1001, ...skus('A') },
      { question_order: 'order_number', 'Which article?': 'sku' },
    ],
    [
      'finds a field without a label by its key',
      sent([{ key: 'order_number', value: '1001' }, byKey('sku', null, 'A')]),
      { ...order1001, ...skus('A') },
    ],
    ['has no answers where the fields are null', sent(null), notMapped],
    ['has no answers where the fields are left out', sent(undefined), notMapped],
    ['has the submission as its key', sent(ordered), { key: 's1' }],
    ['has the response as its key, else', sent(ordered, { responseId: 'r1' }), { key: 'r1' }],
    ['takes ids that are numbers', sent(ordered, { submissionId: 5 }), { key: '5' }],
    ['ignores other events', sent([], {}, { eventType: 'FORM_CREATED' }), unknownTopic('FORM_CREATED')],
    ...(
      [
        ['a field with a label alone', { label: 'note', value: 'Hello' }, { note: 'Hello' }],
        ['a field with an odd key', { key: {}, label: 'note', value: 'Hello' }, { note: 'Hello' }],
        ['a field with a number as its key', { key: 7, label: 'note', value: 'Hello' }, { note: 'Hello' }],
        ['a field without key and label', { value: 'nameless' }, {}],
        ['an empty field', {}, {}],
        ['a text', 'x', {}],
        ['null', null, {}],
        ['a list', [], {}],
        ['odd options', field('note', ['o1'], [null, 'x', { id: 'o2' }, option('o1', 'Hello')]), { note: 'Hello' }],
        ['ids that are numbers', field('note', [1], [option(1, 'Hello')]), { note: 'Hello' }],
      ] as const
    ).map(([what, odd, more]): Meaning => {
      const from = sent([odd, ...ordered, field('quantity', 3)])
      return [`reads the other fields beside ${what}`, from, { ...pieces(3, 'A'), ...more }]
    }),
    ['refuses an odd quantity', sent([...ordered, field('quantity', { row: ['3'] })]), oddQuantity],
    ...refused(unreadable('eventType', 'data.fields'), {}, { eventType: 'FORM_RESPONSE' }, form('x')),
  ])('%s', becomes('tally'))

  it.each<Identity>([
    ['its event', sent(ordered), 'e1'],
    ['its submission, else', sent(ordered, undefined, { eventId: null }), 's1'],
    ['its hash, else', sent(ordered, {}, { eventId: null }), hashed],
    ['an event whose id is a number', sent(ordered, { submissionId: 5 }, { eventId: 12 }), '12'],
    ['its response where the others are odd', sent([], { submissionId: {}, responseId: 'r1' }, { eventId: [] }), 'r1'],
  ])('is known by %s', isKnownBy('tally'))
})

describe('jotform', () => {
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const post = (parts: Record<string, string>) => {
    const all = Object.entries(parts).map(([name, value]) => part(name, value))
    return json(`${all.join('')}--b--\r\n`, { 'content-type': 'multipart/form-data; boundary=b' })
  }
  const sent = (answers: object, more: Record<string, string> = { submissionID: '6295760960429644172' }) =>
    post({ ...more, rawRequest: JSON.stringify(answers) })
  const wrote = (q3_note: unknown) => sent({ q1_order_number: '1', q2_sku: 'A', q3_note })
  const chose = (q2_sku: unknown) => sent({ q1_order_number: '1', q2_sku })
  const unexpected = invalid({ problem: 'unexpected_body', expected: 'multipart' })

  it.each<Meaning>([
    ['finds fields by number, or by name', sent({ q3_order_number: '1001', sku: 'A' }), { ...order1001, ...skus('A') }],
    [
      'finds fields by the names of the configuration, with their numbers or without',
      sent({ q3_orderId: '1001', q14_article: 'A' }),
      skus('A'),
      { q3_orderId: 'order_number', article: 'sku' },
    ],
    ['reads the number of a question only at the beginning', sent({ q1_order_number: '1', skuq3_: 'A' }), notMapped],
    ['reads a text', wrote('A'), { note: 'A' }],
    [
      'reads entities',
      wrote('&quot;a&quot; &amp; &lt;b&gt; &#039;c&#39; &apos;d&apos; &#x20ac;'),
      { note: "\"a\" & <b> 'c' 'd' €" },
    ],
    ['reads entities by number', wrote('&#65; &#x41; &#X41; &#128512;'), { note: 'A A A 😀' }],
    ['reads what was typed as an entity', wrote('&amp;lt;'), { note: '&lt;' }],
    ['leaves what is no entity', wrote('&nothing; & &#; &#xyz; &AMP;'), { note: '&nothing; & &#; &#xyz; &AMP;' }],
    ['reads the parts of a name', wrote({ first: 'Anna', last: 'Beispiel' }), { note: 'Anna Beispiel' }],
    ['reads a part that is called as a choice is', wrote({ first: 'Anna', other: 'Ann' }), { note: 'Anna Ann' }],
    ['reads parts that are numbered', wrote({ a1: 'Anna', '1st': 'Ann', another: 'Anni' }), { note: 'Anna Ann Anni' }],
    ['reads a list', wrote(['one', 'two']), { note: 'one\ntwo' }],
    ['reads several SKUs from a list', chose(['Mug, blue', 'B']), skus('Mug, blue', 'B')],
    ['reads choices, with other', chose({ '0': 'Mug, blue', '1': 'B', other: 'C; D' }), skus('Mug, blue', 'B', 'C; D')],
    ['reads a choice of the customer alone', chose({ other: 'C, D' }), skus('C, D')],
    ['reads more than ten choices', chose({ '9': 'A', '10': 'B' }), skus('A', 'B')],
    [
      'refuses an odd quantity',
      sent({ q1_order_number: '1', q2_sku: 'A', q3_quantity: { '0': { products: [{ quantity: 3 }] } } }),
      oddQuantity,
    ],
    [
      'tells files, which come as addresses',
      sent({
        ...{ q1_order_number: '1', q2_sku: 'A', temp_upload: { q8_photo: ['mug.png#jotformfs-1#2'] } },
        photo: ['https://www.jotform.com/uploads/a/5/6/mug%201.png'],
      }),
      { note: 'https://www.jotform.com/uploads/a/5/6/mug%201.png' },
    ],
    ['has the submission as its key', chose('A'), { key: '6295760960429644172' }],
    ['refuses no rawRequest', post({ submissionID: '1' }), unreadable('rawRequest')],
    ...['{', '"x"', 'null'].map((rawRequest): Meaning => {
      return [`refuses the rawRequest ${rawRequest}`, post({ rawRequest }), unreadable('rawRequest')]
    }),
    ['refuses JSON', json('{}', { 'content-type': 'application/json' }), unexpected],
    ['refuses no content type', json('--b--'), unexpected],
  ])('%s', becomes('jotform'))

  it('ignores an answer of null', () => {
    const { translate } = source('jotform')
    const given = eventOf(source('jotform'), wrote(null))
    expect(translate(given, settings())).toEqual(translate({ ...given, body: chose('A').body }, settings()))
    becomes('jotform')('', wrote(null), skus('A'))
  })

  it.each<Identity>([
    ['its submission', sent({ event_id: 'x' }), '6295760960429644172'],
    ['its hash without one', sent({}, {}), hashed],
    ['its hash where that is empty', sent({}, { submissionID: '' }), hashed],
  ])('is known by %s', isKnownBy('jotform'))
})

describe('fillout', () => {
  const sent = (submission: object) => json({ submission: { submissionId: 's1', ...submission } })
  const entry = (id: string, value: unknown, name = `name of ${id}`) => ({ id, name, value })
  const questions = [entry('order_number', '1001'), entry('sku', ['A', 'B'])]
  const numbered = sent({ submissionId: 42, questions: [...questions, { id: 7, value: 3 }] })

  it.each<Meaning>([
    [
      'reads questions, calculations and URL parameters: what comes first counts',
      sent({
        questions,
        calculations: [entry('quantity', 2), entry('order_number', '1002')],
        urlParameters: [
          { name: 'email', value: 'a@example.com' },
          { name: 'quantity', value: '3' },
        ],
      }),
      { key: 's1', ...order1001, email: 'a@example.com', ...pieces(2, 'A', 'B') },
    ],
    [
      'finds fields by id and by name',
      sent({ questions: [entry('5Atg', '1001', 'Order'), entry('x', 'A', 'Which article?'), { id: 'no value' }] }),
      skus('A'),
      { '5Atg': 'order_number', 'Which article?': 'sku' },
    ],
    ...[
      { id: 7, name: 'a number', value: 'x' },
      { id: {}, name: [], value: 'x' },
      ...[{ value: 'nameless' }, {}, 'x', null],
    ].map((odd): Meaning => {
      const from = sent({ questions: [odd, ...questions, entry('quantity', 3)] })
      return [`reads the other questions beside ${JSON.stringify(odd)}`, from, pieces(3, 'A', 'B')]
    }),
    [
      'takes ids that are numbers',
      numbered,
      { key: '42', ...pieces(3, 'A', 'B') },
      { order_number: 'order_number', sku: 'sku', '7': 'quantity' },
    ],
    [
      'keeps a choice that holds a comma whole',
      sent({ questions: [entry('order_number', '1001'), entry('sku', ['Mug, blue', 'B'])] }),
      skus('Mug, blue', 'B'),
    ],
    ['refuses an odd quantity', sent({ questions: [...questions, entry('quantity', { amount: 3 })] }), oddQuantity],
    ...refused(unreadable('submission.questions'), {}, { submission: { questions: 'x' } }),
    ...refused(notObject, []),
  ])('%s', becomes('fillout'))

  it.each<Identity>([
    ['its submission', sent({ questions }), 's1'],
    ['a submission whose id is a number', numbered, '42'],
    ['its hash without one', json({ submission: {} }), hashed],
  ])('is known by %s', isKnownBy('fillout'))
})

describe('gravity-forms', () => {
  const urlencoded = 'application/x-www-form-urlencoded'
  const encoded = json('id=7&order_number=%231001&sku=A%2C+B&sku=C&quantity=2', {
    'content-type': `${urlencoded}; charset=utf-8`,
  })
  const often = json(`order_number=1&email=a%40example.com&${'sku=A&'.repeat(20_000)}`, { 'content-type': urlencoded })
  const chose = (sku: string, more: object = {}) => json({ id: 7, order_number: '1', sku, ...more })

  it.each<Meaning>([
    [
      'reads an entry as JSON, fields by id',
      json({ id: 7, '1': '1001', '2.3': 'A' }),
      { key: '7', ...order1001, ...skus('A') },
      { '1': 'order_number', '2.3': 'sku' },
    ],
    ['reads an entry that is form-encoded', encoded, { key: '7', ...pieces(2, 'A, B', 'C') }],
    ['reads the choices of a multi-select field', chose('["Mug, blue","B"]'), skus('Mug, blue', 'B')],
    ['reads a single choice of it', chose('["A"]'), skus('A')],
    ...['[A]', '[{"a":1}]', 'A, B'].map((sku): Meaning => [`reads no list in ${sku}`, chose(sku), skus(sku)]),
    ['reads no list in what a customer wrote', chose('A', { note: '["a","b"]' }), { note: '["a","b"]' }],
    [
      'refuses more SKUs than a return can have, however often a name comes',
      often,
      unmappable({ problem: 'invalid_fields', of: 'return', fields: ['lines'] }),
    ],
    ...refused(invalid({ problem: 'unexpected_body', expected: 'object_or_form' }), '[]', 'null', '"x"', '{', 'a=1'),
  ])('%s', becomes('gravity-forms'))

  it.each<Identity>([
    ['its id where it is form-encoded', encoded, '7'],
    [
      'its id as JSON: only the content type says what is form-encoded',
      json({ id: 7 }, { 'content-type': `application/json; not=${urlencoded}` }),
      '7',
    ],
    ['its hash if the feed leaves the id out', json({ order_number: '1' }), hashed],
    ['its hash, however long it is', often, hashed],
  ])('is known by %s', isKnownBy('gravity-forms'))
})

describe('formspree', () => {
  it('is the same submission only if its bytes are the same', () => {
    const [one, other] = ['1', '2'].map((_date) => {
      return eventOf(source('formspree'), json({ submission: { _date, order_number: '1', sku: 'A' } }))
    })
    expect(one?.id).toMatch(/^formspree\/sha256:[0-9a-f]{64}$/)
    expect(other?.id).not.toBe(one?.id)
    if (one)
      expect(source('formspree').translate(one, settings())).toMatchObject({
        commands: [{ key: one.id.replace('formspree/', '') }],
      })
  })

  it.each<Meaning>([
    ...refused(unreadable('submission'), {}, { submission: 'x' }),
    ...refused(notObject, []),
    ...refused(notJson, 'a=1'),
  ])('%s', becomes('formspree'))
})

describe('hubspot', () => {
  const publicUrl = 'https://bridge.example.com'
  const address = `${publicUrl}/forms/hubspot`
  const secret = 'client-secret'
  const query = 'a=%3A%2F%3f%40%21%24%27%28%29%2A%2C%3B&b=%20%26'
  /** Signed for this address; its Host header says another one. */
  const post = (uri: string, more: Partial<Delivery> = {}) => {
    const signature = createHmac('sha256', secret).update(`POST${uri}{}${nowMs}`).digest('base64')
    const signed = { 'x-hubspot-signature-v3': signature, 'x-hubspot-request-timestamp': String(nowMs) }
    return delivery({ path: '/forms/hubspot', headers: { ...signed, host: 'evil.example.com' }, ...more })
  }

  it.each<[string, Delivery, string, boolean]>([
    ['the configured address, whatever the Host header is', post(address), publicUrl, true],
    ['the configured address without its slashes', post(address), `${publicUrl}//`, true],
    ['the address of the Host header', post('https://evil.example.com/forms/hubspot'), publicUrl, false],
    ['the query, decoded as HubSpot does', post(`${address}?a=:/?@!$'()*,;&b=%20%26`, { query }), publicUrl, true],
    ['a query that was not sent', post(`${address}?a=:/?@!$'()*,;&b=%20%26`), publicUrl, false],
  ])('verifies with %s', (_title, from, url, ok) => {
    const verdict = source('hubspot').verify(from, [secret], settings({ publicUrl: url }), nowMs)
    expect(verdict).toEqual(ok ? { ok } : expect.objectContaining({ ok }))
  })

  it('is refused without publicUrl, with that reason', () => {
    expect(source('hubspot').verify(post(address), [secret], settings(), nowMs)).toEqual({
      ok: false,
      why: 'this sender signs the address that it calls: set publicUrl in bridge.config.ts',
    })
  })

  it('reads the fields of the workflow before the properties of the contact', () => {
    const properties = { order_number: { value: '1' }, sku: { value: 'A' }, quantity: '2', note: { value: null } }
    const event = eventOf(source('hubspot'), json({ order_number: '1001', properties }))
    expect(source('hubspot').translate(event, settings())).toEqual({
      commands: [{ type: 'create-return', key: hashed, ...order1001, ...pieces(2, 'A') }],
    })
  })

  it.each<Meaning>([
    [
      'reads the choices that HubSpot joins by semicolons, and nothing else',
      json({ order_number: '1001', sku: 'Mug, blue;B', note: 'Broken; sorry', properties: {} }),
      { ...skus('Mug, blue', 'B'), note: 'Broken; sorry' },
    ],
    [
      'refuses an odd quantity',
      json({ order_number: '1001', sku: 'A', properties: { quantity: { value: { amount: 3 } } } }),
      oddQuantity,
    ],
    ['reads a body with invalid properties', json({ order_number: '1', sku: 'A', properties: 'x' }), skus('A')],
    ['ignores lists of CRM events', json([{ eventId: 1 }]), unmapped({ problem: 'crm_events' })],
    ...refused(notObject, 'null', '"x"', '1'),
  ])('%s', becomes('hubspot'))
})

describe.each(['jotform', 'fillout', 'gravity-forms'])('the token of %s', (kind) => {
  const token = 'x'.repeat(24)
  const unusable = 'no token of at least 24 letters, digits and - _ . ~ is configured for this source'
  const unmatched = 'the token at the end of the address matches none of the configured tokens'

  it('is the last part of the address that the sender gets', () => {
    const path = `/forms/${kind}/${token}`
    expect(signed(source(kind), { body: '{}', secret: token })).toMatchObject({ path, token })
    expect(source(kind).tokenInPath).toBe(true)
  })

  it.each<[given: string | undefined, secrets: string[], why: string]>([
    [undefined, [token], 'the token at the end of the address is missing'],
    ['', [token], 'the token at the end of the address is missing'],
    ...['x'.repeat(23), 'x'.repeat(25), 'X'.repeat(24), ` ${token}`].map((given): [string, string[], string] => {
      return [given, [token], unmatched]
    }),
    [undefined, [], unusable],
    ...['', 'x'.repeat(23), `${token}\n`, `${token}/y`].map((short): [string, string[], string] => {
      return [short, [short], unusable]
    }),
  ])('%j is refused beside the tokens %j: %s', (given, secrets, why) => {
    const from = delivery(given === undefined ? {} : { token: given })
    expect(source(kind).verify(from, secrets, settings(), nowMs)).toEqual({ ok: false, why })
  })
})
