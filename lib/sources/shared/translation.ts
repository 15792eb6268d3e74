import type * as z from 'zod'
import { parseJson } from '../../parse-json.ts'
import type { MappingProblem, PayloadProblem } from '../../problems.ts'
import { type Ending, failed, ignored } from '../../reasons.ts'
import type { Report } from '../report.ts'
import { notMapped, type SourceEvent, type SourceSettings, type Translation } from '../source.ts'
import { fieldsOf, isObject, type JsonFields, readFields } from './json-fields.ts'

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

type Read<Content> = { content: Content } | { ending: Ending }
export const notAnObject = payloadInvalid({ problem: 'unexpected_body', expected: 'object' })

/** The body as JSON, or how the event ends. */
export function readJson(body: Buffer): Read<unknown> {
  const parsed = parseJson(body)
  if (parsed.ok) return { content: parsed.value }
  return payloadInvalid(parsed.isTooDeep ? { problem: 'too_deep' } : { problem: 'unexpected_body', expected: 'json' })
}

/** The body as a JSON message of this shape, or how the event ends. `fields`: those that the shape requires. */
export function readMessage<T extends z.ZodType>(
  body: Buffer,
  shape: T,
  fields: readonly string[] = [],
): Read<z.output<T>> {
  const message = readJson(body)
  if ('ending' in message) return message
  const checked = shape.safeParse(message.content)
  if (checked.success) return { content: checked.data }
  return isObject(message.content) ? unreadable(...fields) : notAnObject
}

type On = readonly string[] | undefined
/** A withdrawal counts whatever `on` names. */
export const withTopic = (on: On, topic: string): On => on && [...on, topic]

export const deliveryKeyOf = (event: SourceEvent): string => event.id.slice(event.id.indexOf('/') + 1)

/** A topic for a problem. Text that does not look like a topic is not repeated. */
export const topicFact = (topic: string): { topic?: string } => (/^[\w./-]{1,80}$/.test(topic) ? { topic } : {})

/** What a source makes of each topic, and its reports: without `on` it does not act on those that are `onRequest`. */
export type Mappings<Mapping> = { mappings: Readonly<Record<string, Mapping>>; reports: readonly Report[] }

/** The mapping of a topic, or how the event ends if the source does not act on it. */
export function mappingOf<Mapping>(
  topic: string,
  known: Mappings<Mapping>,
  on: On,
): { mapping: Mapping } | Translation {
  const { mappings, reports } = known
  const mapping = Object.hasOwn(mappings, topic) ? mappings[topic] : undefined
  if (mapping === undefined) return notMapped({ problem: 'topic_unknown', ...topicFact(topic) })
  const isOnRequest = reports.some(({ topics, onRequest }) => onRequest && topics.includes(topic))
  const isWanted = on ? on.includes(topic) : !isOnRequest
  return isWanted ? { mapping } : notMapped({ problem: 'topic_not_on', topic })
}

/** How the messages of a sender name their topic, in the field `name`, and what they say. */
export type Naming = { name: string; read: (message: JsonFields) => { topic?: unknown; payload?: unknown } }
type FromPayload = (payload: unknown, event: SourceEvent, settings: SourceSettings) => Translation

export const topicIn = ({ body }: Pick<SourceEvent, 'body'>, { read }: Naming): unknown =>
  read(readFields(body) ?? {}).topic

/** The parts of a source whose messages name their topic. `always`: a topic that counts whatever `on` names. */
export const byTopic = ({ name, read }: Naming, known: Mappings<FromPayload>, always?: string) => ({
  topics: Object.keys(known.mappings),
  reports: known.reports,
  translate(event: SourceEvent, settings: SourceSettings): Translation {
    const message = readJson(event.body)
    if ('ending' in message) return message
    const fields = fieldsOf(message.content)
    if (!fields) return notAnObject
    const { topic, payload } = read(fields)
    if (typeof topic !== 'string') return unreadable(name)
    const chosen = mappingOf(topic, known, always === undefined ? settings.on : withTopic(settings.on, always))
    return 'mapping' in chosen ? chosen.mapping(payload, event, settings) : chosen
  },
})
