import type * as z from 'zod'
import { addCommentData, createReturnData, declareWithdrawalData, endParcelData, type Request } from '../../commands.ts'
import type { InvalidFields } from '../../problems.ts'
import { withQuote } from '../../quoted.ts'
import { type Report, withdrawalReport } from '../report.ts'
import { invalidFields } from '../shared/requests.ts'
import { signBy } from '../shared/signature.ts'
import { byTopic, deliveryKeyOf, type Naming, payloadInvalid, topicIn } from '../shared/translation.ts'
import type { Source, SourceEvent, Translation } from '../source.ts'
import { acceptStandard, standardScheme } from './accept.ts'

/** The bridge's own format: Standard Webhooks with `{type, data: <the command>}`. Its id is the idempotency key. */
const named: Naming = { name: 'type', read: ({ type, data }) => ({ topic: type, payload: data }) }

/** The command in a message. `asStored`: with what else is known of it. */
const commandOf =
  <Shape extends z.ZodType<object>>(
    type: Request['type'],
    shape: Shape,
    { of, asStored }: { of: InvalidFields['of']; asStored: (data: z.output<Shape>, event: SourceEvent) => object },
  ) =>
  (data: unknown, event: SourceEvent): Translation => {
    const parsed = shape.safeParse(data)
    if (!parsed.success) return payloadInvalid(invalidFields(parsed.error, of))
    return { commands: [{ type, key: deliveryKeyOf(event), ...asStored(parsed.data, event) } as Request] }
  }

const reported = <Data extends { text?: string | undefined }>({ text, ...asked }: Data, { source }: SourceEvent) =>
  text === undefined ? asked : { ...asked, text: withQuote(`Reported by ${source}:`, text) }

/** What the sender passes on may be a customer's words. Only a text that is meant for the customer stands as it is. */
function quotedComment(data: z.output<typeof addCommentData>, { source }: SourceEvent) {
  const { text, note } = data
  if (data.visibleForContact === true) return data
  return { ...data, text: `Reported by ${source}:`, note: note === undefined ? text : `${text}\n${note}` }
}

/** The merchant's own system knows when it was declared. What it does not name is the whole order. */
const withdrawal = declareWithdrawalData.required({ declaredAt: true })

const declared = 'withdrawal.declared'
const mappings = {
  'return.requested': commandOf('create-return', createReturnData, { of: 'return', asStored: reported }),
  'return.cancelled': commandOf('end-parcel', endParcelData, { of: 'return', asStored: reported }),
  'comment.submitted': commandOf('add-comment', addCommentData, { of: 'comment', asStored: quotedComment }),
  [declared]: commandOf('declare-withdrawal', withdrawal, {
    of: 'withdrawal',
    asStored: (data) => ({ lines: 'all', ...data }),
  }),
}

const reports: readonly Report[] = [
  // A refund of a parcel waits then for its announcement.
  { topics: ['return.requested'], kind: 'announcement', effect: 'return', by: { returns: { approved: 'return' } } },
  { topics: ['comment.submitted', 'return.cancelled'], effect: 'comment' },
  { topics: [declared], ...withdrawalReport },
]

export const standard: Source = {
  ...acceptStandard,
  isProgram: true,
  ...byTopic(named, { mappings, reports }, declared),
  takes: [],
  isWithdrawal: (event) => topicIn(event, named) === declared,
  sign: signBy(standardScheme),
}
