import { createHash } from 'node:crypto'
import type { SourceSettings } from '../source.ts'

/** The delivery key for a body without an id: the same bytes are the same delivery. */
export function hashKey(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return `sha256:${hash.digest('hex')}`
}

/**
 * What an unsigned topic adds to the key of a signed body: the topic where it means something, and nothing where anybody can have made it
 * up. To a `translate` of the configuration any may mean something, and a shop sends one body under several.
 */
export const topicInKey = (
  topic: string | undefined,
  { translate }: SourceSettings,
  isKnown: (topic: string) => boolean,
): string => (topic !== undefined && (translate !== undefined || isKnown(topic)) ? topic : '')
