import { createHash } from 'node:crypto'

/** The event of a delivery: `<source>/<delivery key>`. The hash replaces a key that is long or has unusual characters. */
export function eventIdOf(name: string, key: string): string {
  const storable = /^[\w.:+=~-]{1,200}$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
  return `${name}/${storable}`
}
