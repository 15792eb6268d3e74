import type { IncomingMessage } from 'node:http'

/** API Gateway's limit for a request; what is smaller reaches the function, which has a limit of its own. */
const maxBytes = 10 * 1024 * 1024

/** A sender reads its answer when it has sent everything: cut off before, it would see a broken connection alone. */
const mostRead = 64 * 1024 * 1024

/** The raw body; undefined where it is larger than API Gateway lets through. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // Not destroyed when left early: the refusal still has to go out over this connection.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > mostRead) break
    if (size <= maxBytes) chunks.push(chunk)
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks)
}
