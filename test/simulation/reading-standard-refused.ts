import { failed, ignored, json, type Reader, type Reading, type Step } from './reading.ts'

const family = 'forms' as const
const settings = { kind: 'standard' }
const sent = (type: string, data: unknown): string => json({ type, timestamp: '2026-03-02T09:00:00Z', data })
const returned = 'return.requested'
const comment = 'comment.submitted'
const reading = (name: string, steps: readonly Step[], more: object = {}): Reading => ({
  ...{ name, family, settings: { ...settings, ...more }, steps },
})
const fields = (of: string, ...names: string[]) =>
  failed('payload_invalid', { problem: 'invalid_fields', of, fields: names })
const order = { id: 7 }

export const standardRefusedReaders: Reader[] = [
  (chance) => {
    const line = { sku: 'A', quantity: 1 }
    const rows: [string, unknown, Step['becomes']][] = [
      [returned, { order, lines: [] }, fields('return', 'lines')],
      [returned, { order }, fields('return', 'lines')],
      [returned, { order, lines: [{ ...line, quantity: 0 }] }, fields('return', 'lines.0.quantity')],
      [returned, { order, lines: [{ ...line, orderItemId: 3 }] }, fields('return', 'lines')],
      [returned, { order, lines: 'ALL' }, fields('return', 'lines')],
      [returned, { lines: 'all' }, fields('return', 'order')],
      [returned, { order: { id: 0 }, lines: 'all' }, fields('return', 'order.id')],
      [returned, { order: { id: 7, externalNumber: '7' }, lines: 'all' }, fields('return', 'order')],
      [returned, { order, lines: 'all', note: 'n'.repeat(5_001), reason: 5 }, fields('return', 'reason', 'note')],
      [comment, { order }, fields('comment', 'text')],
      [comment, { order, text: '  ' }, fields('comment', 'text')],
      [comment, { order, text: 't', visibleForContact: 'yes' }, fields('comment', 'visibleForContact')],
      ['return.asked', { order }, ignored('topic_not_mapped', { problem: 'topic_unknown', topic: 'return.asked' })],
      ['what is this?', { order }, ignored('topic_not_mapped', { problem: 'topic_unknown' })],
    ]
    const steps = [0, 1, 2].map((at): Step => {
      const [type, data, becomes] = chance.pick(rows)
      return { text: sent(type, data), id: `x-${at}`, hears: 'accepted', ...(becomes && { becomes }) }
    })
    return reading('what standard cannot mean', steps)
  },
  (chance) => {
    const on = chance.pick([comment, returned])
    const other = on === comment ? returned : comment
    return reading(
      'topics of standard',
      [
        {
          text: sent(other, { order, text: 't', lines: 'all' }),
          id: 'a',
          hears: 'accepted',
          becomes: ignored('topic_not_mapped', { problem: 'topic_not_on', topic: other }),
        },
        { text: sent(on, { order, text: 't', lines: 'all' }), id: 'b', hears: 'accepted' },
      ],
      { on: [on] },
    )
  },
]
