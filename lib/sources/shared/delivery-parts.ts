import { createHash } from 'node:crypto'
import type { Delivery, SourceSettings } from '../source.ts'

/** The delivery key for a body without an id: the same bytes are the same delivery. */
export function hashKey(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return `sha256:${hash.digest('hex')}`
}

/** What an unsigned topic adds to the key: nothing if it is unknown, unless the configuration translates. */
export const topicInKey = (
  topic: string | undefined,
  { translate }: SourceSettings,
  isKnown: (topic: string) => boolean,
): string => (topic !== undefined && (translate !== undefined || isKnown(topic)) ? topic : '')

/** One header as text. Undefined: it is missing, empty or not text. */
export function readHeader(delivery: Pick<Delivery, 'headers'>, name: string): string | undefined {
  const value: unknown = Object.hasOwn(delivery.headers, name) ? delivery.headers[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The named headers that exist, for the inbox. They hold topics and types, never content, so 300 characters are enough. */
export function pickHeaders(delivery: Pick<Delivery, 'headers'>, names: readonly string[]): Record<string, string> {
  const found = names.map((name) => [name, readHeader(delivery, name)?.slice(0, 300)])
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}
