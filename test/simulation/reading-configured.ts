import { commentOn, failed, ignored, json, type Reader, type Reading, type Step, sha256 } from './reading.ts'

type Given = NonNullable<Reading['settings']>
const broken = (name: string, what: string) =>
  failed('mapping', { problem: 'function_failed', source: 'own', function: name, what })
const none = ignored('topic_not_mapped', { problem: 'no_command' })
const order = {
  id: 6002,
  number: '1001',
  order_key: 'wc_1',
  status: 'processing',
  refunds: [{ id: 4, total: '-1.00' }],
}
const text = json(order)
const refund = [commentOn('1001', 'refund/4', 'WooCommerce refund 4 on order 1001: 1.00.')]

/** `skip` and `translate` of the configuration, on an update that is a refund of WooCommerce (docs/configuration.md). */
export const configuredReaders: Reader[] = [
  (chance) => {
    const command = { type: 'add-comment' as const, order: { id: 7 }, text: ' Hello ' }
    const clean = { ...command, text: 'Hello' }
    const rows: [object, Step['becomes']][] = [
      [{ skip: () => true }, ignored('topic_not_mapped', { problem: 'skipped' })],
      [{ skip: ({ payload }: { payload: { number: string } }) => payload.number !== '1001' }, refund],
      [
        {
          skip: () => {
            throw new Error('x')
          },
        },
        broken('skip', 'threw'),
      ],
      [{ skip: async () => false }, broken('skip', 'async')],
      [{ translate: () => [] }, none],
      [
        {
          translate: () => {
            throw new Error('x')
          },
        },
        broken('translate', 'threw'),
      ],
      [{ translate: async () => [] }, broken('translate', 'async')],
      [{ skip: () => true, translate: () => [command] }, ignored('topic_not_mapped', { problem: 'skipped' })],
      [{ translate: () => [{ ...command, key: 'my/key' }] }, [{ ...clean, key: 'my/key' }]],
      [{ translate: () => [{ ...command, key: 'Anna M' }] }, [{ ...clean, key: `sha256:${sha256('Anna M')}` }]],
      [
        {
          translate: () => [
            { ...command, key: 'k' },
            { ...command, key: 'k' },
          ],
        },
        [{ ...clean, key: 'k' }],
      ],
      [
        {
          translate: () => [
            { ...command, key: 'k' },
            { ...command, text: 'Other', key: 'k' },
          ],
        },
        [
          { ...clean, key: 'k' },
          { ...clean, text: 'Other', key: 'k#1' },
        ],
      ],
      [
        { translate: () => [{ ...command, text: '' }] },
        failed('mapping', { problem: 'invalid_fields', of: 'translate', fields: ['0.text'] }),
      ],
      [
        { translate: () => [{ ...command, wish: 'k' }] },
        failed('mapping', { problem: 'invalid_fields', of: 'translate', fields: ['0.wish'] }),
      ],
      [
        { translate: () => [{ ...command, order: { externalNumber: 5 } }] },
        failed('mapping', { problem: 'invalid_fields', of: 'translate', fields: ['0.order'] }),
      ],
    ]
    const [given, becomes] = chance.pick(rows)
    const settings = { kind: 'woocommerce', ...given } as Given
    const steps: Step[] = [{ text, topic: 'order.updated', hears: 'accepted', ...(becomes && { becomes }) }]
    return { name: 'an own function', family: 'shops', settings, steps, labels: { '# 1001': ['1001'] } }
  },
  /** Where the source has a translation of its own every delivery is an event. */
  (chance) => {
    const isOwn = chance.hits(0.7)
    const settings = { kind: 'woocommerce', ...(isOwn && { translate: () => [] }) } as Given
    const bare = json({ ...order, refunds: [] })
    const steps: Step[] = [
      { text: bare, topic: 'order.updated', hears: isOwn ? 'accepted' : 'ignored', ...(isOwn && { becomes: none }) },
    ]
    return { name: 'a label beside an own function', family: 'shops', settings, steps, labels: { '1001': ['1001'] } }
  },
  /** A number that is none teaches nothing; two orders of one label are both known. */
  (chance) => {
    const [number, shown, known] = chance.pick([
      ['10.5', '10.5', ['10.5']],
      [10.5, '10.5', []],
      [1e21, '1e+21', []],
      ['x'.repeat(100), 'x'.repeat(100), ['x'.repeat(100)]],
      ['x'.repeat(101), 'x'.repeat(101), []],
      ['10\u200d01', '1001', []],
      ['---', '---', []],
      [' # A-1 ', 'a-1', ['# A-1']],
    ] as const)
    const bare = { ...order, refunds: [], number }
    const gid = (id: number) => ({
      id,
      admin_graphql_api_id: `gid://shopify/Order/${id}`,
      name: '#1001',
      order_number: 1001,
    })
    const steps = [json(gid(5)), json(gid(6)), json(gid(5))].map(
      (one): Step => ({ text: one, topic: 'orders/create', hears: 'ignored' }),
    )
    return chance.hits(0.7)
      ? {
          ...{ name: 'a label', family: 'shops', settings: { kind: 'woocommerce' } },
          steps: [{ text: json(bare), topic: 'order.updated', hears: 'ignored' }],
          labels: { [shown]: [...known] },
        }
      : {
          name: 'a label of two',
          family: 'shops',
          settings: { kind: 'shopify' },
          steps,
          labels: { '1001': ['5', '6'] },
        }
  },
  /** What is nested too deeply is no message, and says so. */
  (chance) => {
    const depth = chance.pick([300, 45_000])
    const deep = `{"type":"comment.submitted","data":{"order":{"id":7},"text":"t","x":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    const becomes =
      depth === 300
        ? [{ type: 'add-comment', key: 'd', order: { id: 7 }, text: 'Reported by own:', note: 't' }]
        : failed('payload_invalid', { problem: 'too_deep' })
    return {
      name: 'a deep message',
      family: 'forms',
      settings: { kind: 'standard' },
      steps: [{ text: deep, id: 'd', hears: 'accepted', becomes }],
    }
  },
]
