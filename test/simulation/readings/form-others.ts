import { asked, sent, skus, under } from './form-parts.ts'
import { failed, ignored, json, type Reader, type Step } from './reading.ts'

export const formOtherReaders: Reader[] = [
  /** Its own checkboxes are joined by semicolons, which split articles alone. */
  (chance) => {
    const [own, properties] = chance.pick([
      [{ sku: 'A;B, b; C' }, { sku: { value: 'OLD' } }],
      [{ sku: '' }, { sku: { value: 'A;B, b;;C' } }],
      [{}, { sku: 'A;B, b;C' }],
    ] as const)
    const content = {
      vid: 1,
      ...own,
      properties: {
        ...properties,
        order_number: { value: '1001' },
        email: 'a@example.com',
        reason: { value: 'x;y' },
        note: { no: 1 },
      },
    }
    const becomes = under(
      '{delivery}',
      asked(
        ['A', 'B, b', 'C'].map((sku) => ({ sku, quantity: 1 })),
        { reason: 'x;y' },
      ),
    )
    return sent('hubspot', [
      { text: json(content), hears: 'accepted', becomes },
      { text: json([content]), hears: 'accepted', becomes: ignored('topic_not_mapped', { problem: 'crm_events' }) },
      { text: json(content), offMs: 300_001, hears: 'refused' },
      { text: json(content), offMs: -300_001, hears: 'refused' },
      { text: json(content), offMs: chance.pick([-1, 1]) * 300_000, hears: 'duplicate' },
      { text: json(content), query: 'x=1', hears: 'refused' },
    ])
  },
  /** An edited response has another time, and is the same fact. */
  (chance) => {
    const answers = [
      { id: '11', title: 'order_number', value: '#1001' },
      { id: 'sku', title: 'The article', value: ['A', 'B'] },
    ]
    const text = (submittedAt: string) => json({ responseId: 'r-1', submittedAt, email: 'a@example.com', answers })
    const becomes = under('r-1', skus('A', 'B'))
    const typed = [...answers, { id: '12', title: 'email', value: 'b@example.com' }]
    const first = '2026-03-01T09:00:00.000Z'
    return sent('google-forms', [
      { text: text(first), hears: 'accepted', key: `r-1.${first}`, becomes },
      { text: text(first), id: 'other', hears: 'duplicate' },
      { text: text('2026-03-01T09:05:00.000Z'), hears: 'accepted', becomes },
      {
        text: json({ responseId: 'r-2', email: 'a@example.com', answers: typed }),
        hears: 'accepted',
        key: 'r-2',
        becomes: under(
          'r-2',
          asked(
            ['A', 'B'].map((sku) => ({ sku, quantity: 1 })),
            { email: 'b@example.com' },
          ),
        ),
      },
      { text: text(first), offMs: chance.pick([-301_000, 301_000]), hears: 'refused' },
    ])
  },
  /** What is no message of its sender is stored, and says what is wrong. */
  (chance) => {
    const kind = chance.pick([
      'typeform',
      'tally',
      'fillout',
      'formspree',
      'hubspot',
      'google-forms',
      'standard',
      'shopware',
      'bigcommerce',
      'woocommerce',
    ])
    const isShop = ['shopware', 'bigcommerce', 'woocommerce'].includes(kind)
    const wrong = (problem: object) => failed('payload_invalid', problem)
    const about = kind === 'woocommerce' ? { topic: 'order.updated' } : {}
    const text = wrong({ problem: 'unexpected_body', expected: 'json' })
    const expected = { problem: 'unexpected_body', expected: 'object' }
    const bodies: [string, Step['becomes']][] = [
      ...(kind === 'shopware'
        ? []
        : ([
            ['{"a":', text],
            ['', text],
          ] as [string, Step['becomes']][])),
      ...(kind === 'shopware' || kind === 'hubspot'
        ? []
        : ([
            ['7', wrong(expected)],
            ['[{}]', wrong(expected)],
          ] as [string, Step['becomes']][])),
    ]
    const steps = bodies.map(
      ([body, becomes]): Step => ({
        text: body,
        ...about,
        hears: 'accepted',
        ...(becomes && { becomes }),
        id: `d-${body.length}`,
      }),
    )
    return { name: `no message (${kind})`, family: isShop ? 'shops' : 'forms', settings: { kind }, steps }
  },
]
