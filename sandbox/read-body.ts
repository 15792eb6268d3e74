import type { Reply } from './reply.ts'
import { failure } from './reply.ts'

/** In bytes; large enough for an image as base64. */
export const largestBody = 8 * 1024 * 1024

export const bodyTooLarge = (): Reply => failure(413, 'The request body is too large.')

/** The body as text; undefined if it is larger than `largestBody`, whatever its headers say. */
export const readBody = async (request: Request): Promise<string | undefined> => {
  if (Number(request.headers.get('content-length') ?? 0) > largestBody) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > largestBody) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
