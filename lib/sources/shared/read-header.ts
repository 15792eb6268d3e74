import type { Delivery } from '../source.ts'

/** One header as text. Undefined: it is missing, empty or not text. */
export function readHeader(delivery: Pick<Delivery, 'headers'>, name: string): string | undefined {
  const value: unknown = Object.hasOwn(delivery.headers, name) ? delivery.headers[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The named headers that exist, for the inbox. They hold topics and types, never content, so 300 characters are enough. */
export function pickHeaders(delivery: Pick<Delivery, 'headers'>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = readHeader(delivery, name)
      return value === undefined ? [] : [[name, value.slice(0, 300)]]
    }),
  )
}
