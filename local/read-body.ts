import type { IncomingMessage } from 'node:http'

/** API Gateway's limit for a request. The function has a lower limit of its own. */
export const gatewayBytes = 10 * 1024 * 1024

/** A sender reads the answer only after it has sent everything. Cut earlier, it would only see a broken connection. */
const mostRead = 64 * 1024 * 1024

/** The raw body; undefined if it is larger than allowed. */
export async function readBody(incoming: IncomingMessage, maxBytes = gatewayBytes): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // Keep the connection when leaving early: the refusal is still sent over it.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > mostRead) break
    if (size <= maxBytes) chunks.push(chunk)
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks)
}
