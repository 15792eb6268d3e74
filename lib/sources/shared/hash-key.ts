import { createHash } from 'node:crypto'

/** The delivery key for a body without an id: the same bytes are the same delivery. */
export function hashKey(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return `sha256:${hash.digest('hex')}`
}
