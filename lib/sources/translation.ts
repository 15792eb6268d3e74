import type * as z from 'zod'
import { addCommentData, createReturnData } from '../commands.ts'
import { parseJson } from '../parse-json.ts'
import { type Ending, failed, ignored } from '../reasons.ts'
import { notMapped, type SourceEvent, type Translation } from './source.ts'

/** For reading payloads. Sentences name fields, never values: values are personal data. */

export const payloadInvalid = (problem: string): { ending: Ending } => ({
  ending: failed({ code: 'payload_invalid', problem }),
})
export const mappingFailed = (problem: string): Translation => ({ ending: failed({ code: 'mapping', problem }) })

export const testDelivery = (sender: string): Translation => ({
  ending: ignored({ code: 'test_delivery', sender }),
})

/** The body as a JSON message of this shape, or how the event ends. `expected` completes "The body is not ...". */
export function readMessage<T extends z.ZodType>(
  body: Buffer,
  shape: T,
  expected: string,
): { content: z.output<T> } | { ending: Ending } {
  const parsed = parseJson(body)
  if (!parsed.ok) return payloadInvalid(parsed.isTooDeep ? 'The body is nested too deeply.' : 'The body is not JSON.')
  const checked = shape.safeParse(parsed.value)
  if (!checked.success) return { ending: failed({ code: 'payload_invalid', problem: `The body is not ${expected}.` }) }
  return { content: checked.data }
}

/** One return. An invalid field ends the event as `mapping`, with the field's name. */
export function createReturn(key: string, data: z.input<typeof createReturnData>): Translation {
  const parsed = createReturnData.safeParse(data)
  if (!parsed.success) return mappingFailed(invalidFields(parsed.error, 'The return'))
  return { commands: [{ type: 'create-return', key, ...withoutUndefined(parsed.data) }] }
}

/** One comment on an order, checked in the same way. A text that is too long is cut visibly. */
export function addComment(key: string, data: z.input<typeof addCommentData>): Translation {
  const parsed = addCommentData.safeParse({ ...data, text: clip(data.text, 10_000) })
  if (!parsed.success) return mappingFailed(invalidFields(parsed.error, 'The comment'))
  return { commands: [{ type: 'add-comment', key, ...withoutUndefined(parsed.data) }] }
}

/** Commands are stored as JSON: a field without a value is left out. */
const withoutUndefined = <T extends object>(data: T): T =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as T

/** A sentence with the names of the invalid fields, without their values. */
export function invalidFields(error: z.ZodError, subject: string): string {
  const fields = new Set(error.issues.map((issue) => issue.path.join('.') || '(the whole)'))
  return `${subject} has invalid fields: ${[...fields].slice(0, 5).join(', ')}.`
}

/** The delivery key of an event: its id without the source's name. */
export const deliveryKeyOf = (event: SourceEvent): string => event.id.slice(event.id.indexOf('/') + 1)

/** A topic for a sentence. Text that does not look like a topic is not repeated. */
export const showTopic = (topic: string): string =>
  /^[\w./-]{1,80}$/.test(topic) ? `\`${topic}\`` : 'with an unreadable name'

/** The mappings of a source by topic: its defaults, and those that it uses only if `on` names the topic. */
export type Topics<Mapping> = {
  byDefault: Readonly<Record<string, Mapping>>
  onRequest?: Readonly<Record<string, Mapping>>
}

export const topicNames = ({ byDefault, onRequest }: Topics<unknown>): string[] =>
  Object.keys({ ...byDefault, ...onRequest })

/** The mapping of a topic, or how the event ends if the source does not act on it. `what` begins the sentence. */
export function mappingOf<Mapping>(
  [what, topic]: readonly [what: string, topic: string],
  { byDefault, onRequest = {} }: Topics<Mapping>,
  on: readonly string[] | undefined,
): { mapping: Mapping } | Translation {
  const known = { ...onRequest, ...byDefault }
  const mapping = Object.hasOwn(known, topic) ? known[topic] : undefined
  if (mapping === undefined) return notMapped(`${what} ${showTopic(topic)} is not mapped.`)
  const isWanted = on ? on.includes(topic) : Object.hasOwn(byDefault, topic)
  return isWanted
    ? { mapping }
    : notMapped(`${what} ${showTopic(topic)} is ignored unless \`on\` of the source names it.`)
}

const ending = ' [shortened]'

/** At most `max` characters, cut visibly. Undefined: there is no text. */
export function clip(text: string | null | undefined, max: number): string | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed.length <= max) return trimmed || undefined
  // Never leave half a surrogate pair.
  return trimmed.slice(0, max - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}
