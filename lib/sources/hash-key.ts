import { createHash } from 'node:crypto'

/** A delivery key for what has no id of its own: the same bytes are the same delivery. */
export function hashKey(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return `sha256:${hash.digest('hex')}`
}
