import type * as z from 'zod'
import {
  type AddComment,
  addCommentData,
  type CreateReturn,
  createReturnData,
  type DeclareWithdrawal,
  declareWithdrawalData,
  endParcelData,
  type Request,
} from '../../commands.ts'
import { parseJson } from '../../parse-json.ts'
import { oneLine } from '../../plain-text.ts'
import type { InvalidFields, MappingProblem, PayloadProblem } from '../../problems.ts'
import { type Ending, failed, ignored } from '../../reasons.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import { notMapped, type SourceEvent, type Translation } from '../source.ts'
import { isObject } from './delivery-parts.ts'

/** For reading payloads. Problems name fields, never values: values are personal data. */

export const payloadInvalid = (problem: PayloadProblem): { ending: Ending } => ({
  ending: failed({ code: 'payload_invalid', ...problem }),
})
/** The message has no usable value of at least one of these fields. */
export const unreadable = (...fields: string[]): { ending: Ending } => payloadInvalid({ problem: 'unreadable', fields })

export const mappingFailed = (problem: MappingProblem): Translation => ({
  ending: failed({ code: 'mapping', ...problem }),
})

export const testDelivery = (sender: string): Translation => ({ ending: ignored({ code: 'test_delivery', sender }) })

/** The body as a JSON message of this shape, or how the event ends. `fields`: those that the shape requires. */
export function readMessage<T extends z.ZodType>(
  body: Buffer,
  shape: T,
  fields: readonly string[] = [],
): { content: z.output<T> } | { ending: Ending } {
  const parsed = parseJson(body)
  if (!parsed.ok)
    return payloadInvalid(parsed.isTooDeep ? { problem: 'too_deep' } : { problem: 'unexpected_body', expected: 'json' })
  const checked = shape.safeParse(parsed.value)
  if (checked.success) return { content: checked.data }
  return isObject(parsed.value)
    ? unreadable(...fields)
    : payloadInvalid({ problem: 'unexpected_body', expected: 'object' })
}

/** An invalid field ends the event as `mapping`, with the field's name. A text that is too long is cut visibly. */
const commandOf =
  <Shape extends z.ZodType<object, object>, More = object>(
    type: Request['type'],
    shape: Shape,
    of: InvalidFields['of'],
  ) =>
  (key: string, data: z.input<Shape>, more?: More): Translation => {
    const words = Object.entries(data).map(([name, value]) => [name, isLong(name) ? clip(value, 10_000) : value])
    const parsed = shape.safeParse(Object.fromEntries(words))
    if (!parsed.success) return mappingFailed(invalidFields(parsed.error, of))
    // Commands are stored as JSON: a field without a value is left out.
    return { commands: [withoutUndefined({ type, key, ...parsed.data, ...more }) as unknown as Request] }
  }
const isLong = (name: string): boolean => name === 'text' || name === 'note'

type MoreOfReturn = Pick<CreateReturn, 'mayMake' | 'ifUnshipped' | 'alsoNames'>
export const createReturn = commandOf<typeof createReturnData, MoreOfReturn>(
  'create-return',
  createReturnData,
  'return',
)
/** Nothing more is made of a parcel, or of pieces of it. */
export const endParcel = commandOf('end-parcel', endParcelData, 'return')
type MoreOfComment = Pick<AddComment, 'alsoNames'>
export const addComment = commandOf<typeof addCommentData, MoreOfComment>('add-comment', addCommentData, 'comment')
type MoreOfWithdrawal = Pick<DeclareWithdrawal, 'returnAs'>
/** A withdrawal is never refused for its words. */
export const declareWithdrawal = commandOf<typeof declareWithdrawalData, MoreOfWithdrawal>(
  'declare-withdrawal',
  declareWithdrawalData,
  'withdrawal',
)

/** On the order of a parcel's earlier reports, whichever that is. */
export const commentParcel = (key: string, parcel: string, text: string): Translation => ({
  commands: [{ type: 'comment-parcel', key, parcel, text }],
})

/** A withdrawal counts whatever `on` names. */
export const withTopic = (on: readonly string[] | undefined, topic: string): readonly string[] | undefined =>
  on && [...on, topic]

export function invalidFields(error: z.ZodError, of: InvalidFields['of']): InvalidFields {
  const fields = new Set(error.issues.map((issue) => issue.path.join('.') || '(the whole)'))
  return { problem: 'invalid_fields', of, fields: [...fields].slice(0, 5) }
}

export const deliveryKeyOf = (event: SourceEvent): string => event.id.slice(event.id.indexOf('/') + 1)

/** A topic for a problem. Text that does not look like a topic is not repeated. */
export const topicFact = (topic: string): { topic?: string } => (/^[\w./-]{1,80}$/.test(topic) ? { topic } : {})

/** The mappings of a source by topic: its defaults, and those that it uses only if `on` names the topic. */
export type Topics<Mapping> = {
  byDefault: Readonly<Record<string, Mapping>>
  onRequest?: Readonly<Record<string, Mapping>>
}

export const topicNames = ({ byDefault, onRequest }: Topics<unknown>): string[] =>
  Object.keys({ ...byDefault, ...onRequest })

/** The mapping of a topic, or how the event ends if the source does not act on it. */
export function mappingOf<Mapping>(
  topic: string,
  { byDefault, onRequest = {} }: Topics<Mapping>,
  on: readonly string[] | undefined,
): { mapping: Mapping } | Translation {
  const known = { ...onRequest, ...byDefault }
  const mapping = Object.hasOwn(known, topic) ? known[topic] : undefined
  if (mapping === undefined) return notMapped({ problem: 'topic_unknown', ...topicFact(topic) })
  const isWanted = on ? on.includes(topic) : Object.hasOwn(byDefault, topic)
  return isWanted ? { mapping } : notMapped({ problem: 'topic_not_on', topic })
}

/** A text cut to one line, for use within a sentence. `clip` keeps its lines. */
export const brief = (text: string | null | undefined, max: number): string | undefined =>
  clip(text && oneLine(text), max)

export const numberInWords = (number: string): string => brief(number, 60) ?? 'without a number'
const ending = ' [shortened]'

/** At most `max` characters, cut visibly. Undefined: there is no text. */
export function clip(text: string | null | undefined, max: number): string | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed.length <= max) return trimmed || undefined
  // Never leave half a surrogate pair.
  return trimmed.slice(0, max - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}
