import * as z from 'zod'
import { addCommentData, createReturnData, declareWithdrawalData, endParcelData } from '../../commands.ts'
import { withQuote } from '../../quoted.ts'
import { withdrawalReport } from '../report.ts'
import { invalidFields } from '../shared/requests.ts'
import { signBy } from '../shared/signature.ts'
import { deliveryKeyOf, mappingOf, payloadInvalid, readMessage, topicNames, withTopic } from '../shared/translation.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptStandard, standardScheme } from './accept.ts'

/** The bridge's own format: Standard Webhooks with `{type, data: <the command>}`. Its id is the idempotency key. */

const envelope = z.object({ type: z.string(), data: z.unknown().optional() })

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  const message = readMessage(event.body, envelope, ['type'])
  if ('ending' in message) return message
  const { type, data } = message.content
  const chosen = mappingOf(type, types, withTopic(settings.on, declared))
  return 'mapping' in chosen ? chosen.mapping(event, data) : chosen
}

function toReturn(event: SourceEvent, data: unknown): Translation {
  const parsed = createReturnData.safeParse(data)
  if (!parsed.success) return payloadInvalid(invalidFields(parsed.error, 'return'))
  const { text, ...asked } = parsed.data
  return { commands: [{ type: 'create-return', key: deliveryKeyOf(event), ...asked, ...reported(event, text) }] }
}

function toEnd(event: SourceEvent, data: unknown): Translation {
  const parsed = endParcelData.safeParse(data)
  if (!parsed.success) return payloadInvalid(invalidFields(parsed.error, 'return'))
  const { text, ...asked } = parsed.data
  return { commands: [{ type: 'end-parcel', key: deliveryKeyOf(event), ...asked, ...reported(event, text) }] }
}

const reported = ({ source }: SourceEvent, text: string | undefined) =>
  text === undefined ? {} : { text: withQuote(`Reported by ${source}:`, text) }

/** What the sender passes on may be a customer's words. Only a text that is meant for the customer stands as it is. */
function toComment(event: SourceEvent, data: unknown): Translation {
  const parsed = addCommentData.safeParse(data)
  if (!parsed.success) return payloadInvalid(invalidFields(parsed.error, 'comment'))
  const { text, note, ...asked } = parsed.data
  const words =
    asked.visibleForContact === true
      ? { text, ...(note !== undefined && { note }) }
      : { text: `Reported by ${event.source}:`, note: note === undefined ? text : `${text}\n${note}` }
  return { commands: [{ type: 'add-comment', key: deliveryKeyOf(event), ...asked, ...words }] }
}

/** The merchant's own system knows when it was declared. What it does not name is the whole order. */
const withdrawal = declareWithdrawalData.required({ declaredAt: true })

function toWithdrawal(event: SourceEvent, data: unknown): Translation {
  const parsed = withdrawal.safeParse(data)
  if (!parsed.success) return payloadInvalid(invalidFields(parsed.error, 'withdrawal'))
  return { commands: [{ type: 'declare-withdrawal', key: deliveryKeyOf(event), lines: 'all', ...parsed.data }] }
}

const declared = 'withdrawal.declared'
const types = {
  byDefault: {
    'return.requested': toReturn,
    'return.cancelled': toEnd,
    'comment.submitted': toComment,
    [declared]: toWithdrawal,
  },
}

export const standard: Source = {
  ...acceptStandard,
  isProgram: true,
  topics: topicNames(types),
  reports: [
    // A refund of a parcel waits then for its announcement.
    { topics: ['return.requested'], kind: 'announcement', effect: 'return', by: { returns: { approved: 'return' } } },
    { topics: ['comment.submitted', 'return.cancelled'], effect: 'comment' },
    { topics: [declared], ...withdrawalReport },
  ],
  takes: [],
  translate,
  isWithdrawal: (event) => {
    const message = readMessage(event.body, envelope)
    return 'content' in message && message.content.type === declared
  },
  sign: signBy(standardScheme),
}
