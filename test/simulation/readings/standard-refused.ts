import { ignored, type Reader, type Step } from './reading.ts'
import { comment, order, reading, returned, sent, wrongFields } from './standard-parts.ts'

export const standardRefusedReaders: Reader[] = [
  (chance) => {
    const line = { sku: 'A', quantity: 1 }
    const rows: [string, unknown, Step['becomes']][] = [
      [returned, { order, lines: [] }, wrongFields('return', 'lines')],
      [returned, { order }, wrongFields('return', 'lines')],
      [returned, { order, lines: [{ ...line, quantity: 0 }] }, wrongFields('return', 'lines.0.quantity')],
      [returned, { order, lines: [{ ...line, orderItemId: 3 }] }, wrongFields('return', 'lines')],
      [returned, { order, lines: 'ALL' }, wrongFields('return', 'lines')],
      [returned, { lines: 'all' }, wrongFields('return', 'order')],
      [returned, { order: { id: 0 }, lines: 'all' }, wrongFields('return', 'order.id')],
      [returned, { order: { id: 7, externalNumber: '7' }, lines: 'all' }, wrongFields('return', 'order')],
      [returned, { order, lines: 'all', note: 'n'.repeat(5_001), reason: 5 }, wrongFields('return', 'reason', 'note')],
      [comment, { order }, wrongFields('comment', 'text')],
      [comment, { order, text: '  ' }, wrongFields('comment', 'text')],
      [comment, { order, text: 't', visibleForContact: 'yes' }, wrongFields('comment', 'visibleForContact')],
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
