import { asked, refused, sent, skus, under, who } from './form-parts.ts'
import { failed, json, type Reader, type Step } from './reading.ts'

type Part = [name: string, value: string | Buffer, head?: string]
const multipart = (parts: Part[], boundary = 'b0und'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, value, head = '']) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

const jotform = (answers: object, becomes: object, id: string, more: Partial<Step> = {}): Step => ({
  text: multipart([
    ['formID', '5'],
    ['submissionID', id],
    ['rawRequest', '{}', '; filename="r.json"'],
    ['rawRequest', json({ q1_order_number: '1001', q2_email: 'a@example.com', ...answers })],
    ['rawRequest', '{}'],
  ]),
  ...{ contentType: 'multipart/form-data; boundary=b0und', hears: 'accepted', becomes: under(id, becomes) },
  ...more,
})

const gravity = (entry: object, becomes: object): Step => ({
  ...{ text: json({ id: '41', form_id: '3', ...who, ...entry }), hears: 'accepted', becomes: under('41', becomes) },
})

export const formBodyReaders: Reader[] = [
  (chance) => {
    const rows = [
      jotform({ q3_sku: ['A', 'B, b'] }, skus('A', 'B, b'), '51'),
      jotform({ q3_sku: { 0: 'A', other: 'C' } }, skus('A', 'C'), '52'),
      jotform({ q3_sku: { first: 'Half', last: 'Full' } }, skus('Half Full'), '53'),
      jotform({ q13_sku: 'A &amp; B' }, skus('A & B'), '54'),
      jotform({ sku: '&amp;lt;b&amp;gt; &quot;x&quot;' }, skus('&lt;b&gt; "x"'), '55'),
      jotform({ q3_sku: 'A', q4_note: 'one\r\ntwo' }, asked([{ sku: 'A', quantity: 1 }], { note: 'one\r\ntwo' }), '56'),
      jotform(
        { q3_sku: 'A', q5_quantity: { a: '1', b: '2' } },
        refused('answer_invalid', { field: 'quantity', expected: 'quantity' }),
        '57',
      ),
      jotform(
        { q3_sku: 'A', q1_order_number: { first: '10', last: '01' } },
        asked([{ sku: 'A', quantity: 1 }], { order: { externalNumber: '10 01' } }),
        '58',
      ),
    ]
    const body = {
      text: multipart([['submissionID', '59']]),
      becomes: failed('payload_invalid', { problem: 'unreadable', fields: ['rawRequest'] }),
    }
    const from = chance.between(0, rows.length - 1)
    return sent('jotform', [
      ...[0, 1, 2].flatMap((at) => rows[(from + at) % rows.length] ?? []),
      jotform({}, {}, '59', body),
      jotform({}, {}, '60', {
        contentType: 'multipart/form-data',
        becomes: failed('payload_invalid', { problem: 'unexpected_body', expected: 'multipart' }),
      }),
      jotform({}, {}, '61', {
        text: '--b0und\r\n\r\nx',
        becomes: failed('payload_invalid', { problem: 'unexpected_body', expected: 'multipart' }),
      }),
    ])
  },
  /** Parts and escapes are read in the encoding that they name, else as UTF-8; no other is guessed. */
  (chance) => {
    const latin = Buffer.from('{"q1_order_number":"1001","q2_email":"a@example.com","q3_sku":"Gr\xfcn"}', 'latin1')
    const type = '\r\nContent-Type: application/json; charset=iso-8859-1'
    const part = (head?: string) =>
      multipart([['submissionID', '62'], head === undefined ? ['rawRequest', latin] : ['rawRequest', latin, head]])
    const isNamed = chance.hits(0.5)
    const becomes = isNamed ? skus('Gr\u00fcn') : refused('answer_unreadable', { field: 'sku' })
    return sent('jotform', [jotform({}, becomes, '62', { text: part(isNamed ? type : undefined) })])
  },
  (chance) => {
    const rows = [
      gravity({ sku: '["A","B, b"]' }, skus('A', 'B, b')),
      gravity({ sku: '["A",{"x":1}]' }, skus('["A",{"x":1}]')),
      gravity({ sku: '[A' }, skus('[A')),
      gravity({ sku: 'A, B' }, skus('A, B')),
      gravity({ sku: 'A;B' }, skus('A;B')),
    ]
    const urlencoded = (text: string, charset = ''): Partial<Step> => ({
      text,
      contentType: `application/x-www-form-urlencoded${charset}`,
    })
    const known = 'id=41&order_number=%231001&email=a%40example.com'
    const encoded = [
      { ...urlencoded(`${known}&sku=A+B%2BC`), becomes: under('41', skus('A B+C')) },
      { ...urlencoded(`${known}&sku=A&sku=B`), becomes: under('41', skus('A', 'B')) },
      { ...urlencoded(`${known}&sku=Gr%FCn`, '; charset=ISO-8859-1'), becomes: under('41', skus('Gr\u00fcn')) },
      { ...urlencoded(`${known}&sku=Gr%FCn`), becomes: under('41', refused('answer_unreadable', { field: 'sku' })) },
      { ...urlencoded(`${known}&sku=Gr%C3%BCn`, '; charset=nonsense'), becomes: under('41', skus('Gr\u00fcn')) },
      { ...urlencoded(`&${known}&sku=A=B&&note`), becomes: under('41', skus('A=B')) },
    ]
    const first = chance.hits(0.4) ? chance.pick(rows) : { ...gravity({}, {}), ...chance.pick(encoded) }
    const list: Step = {
      text: '[1]',
      hears: 'accepted',
      becomes: failed('payload_invalid', { problem: 'unexpected_body', expected: 'object_or_form' }),
    }
    return sent('gravity-forms', [{ ...first, key: '41' }, list])
  },
]
