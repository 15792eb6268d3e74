import { gzipSync } from 'node:zlib'
import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'

const KB = 1024
/** A body that compresses to more than this is refused (413), before anything is stored. */
const bodyCapBytes = 350 * KB
/** Body and progress of some hundred commands. With headers (10 KB), history (20 KB) and reasons the item stays below DynamoDB's 400 KB. */
const workCapBytes = 364 * KB
/** JSON below this is no smaller compressed. A whole history is half as large, which saves write units. */
const plainCapBytes = 120

/** The body as it is stored. Throws `Rejected` 413 where it is too large even compressed. */
export function compressedBody(body: Buffer): Buffer {
  const compressed = gzipSync(body)
  if (compressed.length <= bodyCapBytes) return compressed
  const message = `the body takes ${compressed.length} bytes compressed, at most ${bodyCapBytes} can be stored`
  throw new Rejected(message, { status: 413 })
}

/** JSON as it is stored: text, or compressed where that is shorter. */
export function packed(value: unknown): string | Buffer {
  const json = JSON.stringify(value)
  if (Buffer.byteLength(json) <= plainCapBytes) return json
  const compressed = gzipSync(json)
  return compressed.length < Buffer.byteLength(json) ? compressed : json
}

/** Throws `Rejected` 413 where the progress of `next` no longer fits beside its body. The event can still end. */
export function mustFit(previous: InboxEvent, next: InboxEvent): void {
  if (next.progress === previous.progress) return
  const progress = packed(next.progress).length
  // Compresses only what may be too large.
  if (progress + next.delivery.body.length <= workCapBytes) return
  const size = progress + gzipSync(next.delivery.body).length
  if (size <= workCapBytes) return
  const message = `event ${next.id} would take ${size} bytes, at most ${workCapBytes} can be stored`
  throw new Rejected(message, { status: 413 })
}
