import type { IncomingMessage } from 'node:http'

/** API Gateway's limit for a request; what is smaller reaches the function, which has a limit of its own. */
const maxBytes = 10 * 1024 * 1024

/** The raw body; undefined where it is larger than API Gateway lets through. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return undefined
  const chunks: Buffer[] = []
  let size = 0
  // Not destroyed when left early: the refusal still has to go out over this connection.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
