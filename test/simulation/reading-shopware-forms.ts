import { ignored, type Reader, type Step } from './reading.ts'
import { family, message, returned, settings, state } from './reading-shopware-parts.ts'

export const shopwareFormReaders: Reader[] = [
  /** Anybody can type any number: the e-mail must belong to it. A comment that cannot be read counts as written. */
  (chance) => {
    const number = chance.pick([null, ' 10077 '])
    const [comment, isWritten] = chance.pick([
      [undefined, false],
      ['  ', false],
      ['Only the mug', true],
      [{ html: 'x' }, true],
    ] as const)
    const [submitTime, at] = chance.pick([
      ['2026-03-01T23:30:00+01:00', '2026-03-01 22:30'],
      [{ date: '2026-03-01 23:30:41.000000', timezone_type: 3, timezone: 'UTC' }, '2026-03-01 23:30'],
      [{ date: '2026-03-01 23:30:41.000000', timezone_type: 1, timezone: '-02:00' }, '2026-03-02 01:30'],
      [{ date: '2026-03-01 23:30:41.000000', timezone_type: 3, timezone: 'Europe/Berlin' }, '2026-03-02 09:00'],
      [undefined, '2026-03-02 09:00'],
    ] as const)
    const form = {
      contractNumber: number ?? undefined,
      email: 'a@example.com',
      firstName: 'Kim',
      lastName: ' Lee ',
      comment,
      submitTime,
    }
    const text = message({ event: 'revocation_request.sent', payload: { revocationRequestFormData: form } })
    const note = ['(Kim Lee)', ...(comment === 'Only the mug' ? [comment] : [])].join('\n')
    const words = [
      `The customer has withdrawn from the contract. Declared at ${at} UTC, received at 2026-03-02 09:00 UTC.`,
      isWritten ? 'The sender does not say which articles it is about.' : 'It is about the whole order.',
      'The customer wrote:',
    ]
    const place = {
      order: number === null ? { email: 'a@example.com' } : { externalNumber: '10077' },
      ...{ email: 'a@example.com', requireEmail: true },
    }
    const makesReturn = chance.hits(0.5)
    const becomes = [
      { type: 'add-comment', key: 'revocation/e-1', ...place, text: words.join('\n'), note },
      ...(makesReturn && !isWritten
        ? [{ type: 'create-return', key: 'revocation/e-1/return', ...place, lines: 'all' }]
        : []),
    ]
    const own = {
      ...settings,
      ...(makesReturn && { withdrawals: 'return' as const }),
      ...(chance.hits(0.3) && { on: [returned] }),
    }
    return { name: 'a withdrawal of Shopware', family, settings: own, steps: [{ text, hears: 'accepted', becomes }] }
  },
  (chance) => {
    const event = chance.pick(['checkout.order.placed', 'product.written', state('order.state.open')])
    const isPlaced = event === 'checkout.order.placed'
    const isOrder = event !== 'product.written'
    const payload = { order: { id: 'o1', orderNumber: 'SW-10088' } }
    const becomes = ignored('topic_not_mapped', { problem: 'topic_unknown', topic: event })
    const step: Step = isPlaced
      ? { text: message({ event, payload }), hears: 'ignored' }
      : { text: message({ event, payload }), hears: 'accepted', becomes }
    return {
      name: 'the label of Shopware',
      family,
      settings,
      steps: [step],
      labels: { '#sw-10088': isOrder ? ['SW-10088'] : [] },
    }
  },
]
