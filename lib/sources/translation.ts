import type * as z from 'zod'
import { addCommentData, createReturnData } from '../commands.ts'
import { parseJson } from '../parse-json.ts'
import { type Ending, failed, ignored } from '../reasons.ts'
import { notMapped, type SourceEvent, type Translation } from './source.ts'

/** Reading the sender's payload. Sentences name fields, never values: values are personal data. */

export const payloadInvalid = (text: string): { ending: Ending } => ({ ending: failed('payload_invalid', text) })
export const mappingFailed = (text: string): Translation => ({ ending: failed('mapping', text) })

export const testDelivery = (sender: string): Translation => ({
  ending: ignored('test_delivery', `${sender} marked this delivery as a test.`),
})

/** The body as a JSON message of this shape, or how the event ends; `expected` finishes "The body is not ...". */
export function readMessage<T extends z.ZodType>(
  body: Buffer,
  shape: T,
  expected: string,
): { content: z.output<T> } | { ending: Ending } {
  const parsed = parseJson(body)
  if (!parsed.ok) return payloadInvalid(parsed.isTooDeep ? 'The body is nested too deeply.' : 'The body is not JSON.')
  const checked = shape.safeParse(parsed.value)
  if (!checked.success) return { ending: failed('payload_invalid', `The body is not ${expected}.`) }
  return { content: checked.data }
}

/** One return, checked like every other command; what does not fit ends as `mapping` and names the field. */
export function createReturn(wish: string, data: z.input<typeof createReturnData>): Translation {
  const parsed = createReturnData.safeParse(data)
  if (!parsed.success) return mappingFailed(misfit(parsed.error, 'The return'))
  return { commands: [{ type: 'create-return', key: wish, ...withoutGaps(parsed.data) }] }
}

/** One comment on an order, checked likewise; a text that is too long is visibly cut. */
export function addComment(wish: string, data: z.input<typeof addCommentData>): Translation {
  const parsed = addCommentData.safeParse({ ...data, text: clip(data.text, 10_000) })
  if (!parsed.success) return mappingFailed(misfit(parsed.error, 'The comment'))
  return { commands: [{ type: 'add-comment', key: wish, ...withoutGaps(parsed.data) }] }
}

/** Commands are stored: a field without a value is no field. */
const withoutGaps = <T extends object>(data: T): T =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as T

/** Which field does not fit, without its value. */
export function misfit(error: z.ZodError, subject: string): string {
  const fields = new Set(error.issues.map((issue) => issue.path.join('.') || 'the whole'))
  return `${subject} does not fit in: ${[...fields].slice(0, 5).join(', ')}.`
}

/** The sender's own id of the delivery: what follows the source's name in the event's id. */
export const keyOf = (event: SourceEvent): string => event.id.slice(event.id.indexOf('/') + 1)

/** A topic as a sentence may show it; a text that is no topic is not repeated. */
export const showTopic = (topic: string): string =>
  /^[\w./-]{1,80}$/.test(topic) ? `\`${topic}\`` : 'with an unreadable name'

/** The mappings of a source by topic: those that it uses by itself, and those only where `on` names the topic. */
export type Topics<Mapping> = {
  byDefault: Readonly<Record<string, Mapping>>
  onRequest?: Readonly<Record<string, Mapping>>
}

export const topicNames = ({ byDefault, onRequest }: Topics<unknown>): string[] =>
  Object.keys({ ...byDefault, ...onRequest })

/** The mapping of a topic, or how the event ends that the source is not to act on. `what` begins the sentence. */
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
    : notMapped(`${what} ${showTopic(topic)} is acted on only where \`on\` of the source names it.`)
}

const ending = ' [shortened]'

/** At most `max` characters, visibly cut; undefined for nothing. */
export function clip(text: string | null | undefined, max: number): string | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed.length <= max) return trimmed || undefined
  // Never behind the first half of a character.
  return trimmed.slice(0, max - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}
