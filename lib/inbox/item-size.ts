import { gzipSync } from 'node:zlib'
import { Rejected } from '../errors.ts'
import type { InboxEvent } from './event.ts'

const KB = 1024

/** A body that compresses to more than this is refused (413), before anything is stored. */
const bodyCapBytes = 350 * KB
/**
 * What payload, headers, commands and ledger may take together before something new is frozen into an event: with a full history the
 * item stays under 380 KB. DynamoDB takes 400 KB, so the reason and the ids that answer what was sent always fit.
 */
const workCapBytes = 357 * KB
/** Answers to what was frozen are small, and always written. */
const answerBytes = KB
/** Shorter JSON is stored as text, which a person can read in the table. */
const plainCapBytes = 4 * KB

/** The body as it is stored. Throws `Rejected` 413 where it is too large even compressed. */
export function compressedBody(body: Buffer): Buffer {
  const compressed = gzipSync(body)
  if (compressed.length <= bodyCapBytes) return compressed
  throw new Rejected(`the body takes ${compressed.length} bytes compressed, at most ${bodyCapBytes} can be stored`, {
    status: 413,
  })
}

/** Throws as `compressedBody` does, and compresses only what may be too large: nothing grows by a KB. */
export function mustCompress(body: Buffer): void {
  if (body.length > bodyCapBytes - KB) compressedBody(body)
}

/** JSON as it is stored: text, or compressed where that is long. */
export function packed(value: unknown): string | Buffer {
  const json = JSON.stringify(value)
  return Buffer.byteLength(json) <= plainCapBytes ? json : gzipSync(json)
}

/** Throws `Rejected` 413 where `next` freezes more than an item can hold: nothing was sent yet, and the event can still end. */
export function mustFit(previous: InboxEvent, next: InboxEvent): void {
  // Most saves freeze nothing, and what was there had its place.
  if (next.commands === previous.commands && next.ledger === previous.ledger) return
  if (atMostBytes(next) <= workCapBytes) return
  const size = workBytes(next)
  if (size <= workCapBytes || size - workBytes(previous) <= answerBytes) return
  throw new Rejected(`event ${next.id} would take ${size} bytes, at most ${workCapBytes} can be stored`, {
    status: 413,
  })
}

/** Upper bound that needs no compression. */
function atMostBytes({ delivery, commands, ledger }: InboxEvent): number {
  const json = JSON.stringify([delivery?.headers, commands, ledger])
  return (delivery?.body.length ?? 0) + Buffer.byteLength(json)
}

function workBytes({ delivery, commands, ledger }: InboxEvent): number {
  const parts = [
    delivery ? gzipSync(delivery.body) : '',
    packed(delivery?.headers ?? {}),
    packed(commands ?? []),
    packed(ledger),
  ]
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
}
