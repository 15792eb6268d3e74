import { decodeText } from './decode-text.ts'
import { parseContentType } from './parse-content-type.ts'

/**
 * The text parts of a multipart/form-data body (RFC 7578) by name, without files, each in the encoding that its own header names. Undefined: the body does not match its content type,
 * because a boundary is missing or the last one does not close the body.
 */
export function parseMultipart(body: Buffer, contentType: string | undefined): Map<string, string> | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  // In latin1 one character is one byte. Each part is decoded later.
  const text = `\r\n${body.toString('latin1')}`
  const [preamble, ...segments] = text.split(`\r\n--${boundary}`)
  const epilogue = segments.pop()
  if (preamble !== '' || !epilogue?.startsWith('--')) return undefined
  const parts = new Map<string, string>()
  for (const segment of segments) {
    const part = parsePart(segment)
    if (!part) return undefined
    if (part.name !== undefined && !parts.has(part.name)) parts.set(part.name, part.value)
  }
  return parts
}

/** RFC 2046: 1 to 70 characters. */
function boundaryOf(contentType: string | undefined): string | undefined {
  const type = parseContentType(contentType)
  const boundary = type?.essence === 'multipart/form-data' ? type.params.get('boundary') : undefined
  return boundary && boundary.length <= 70 ? boundary : undefined
}

function parsePart(segment: string): { name: string | undefined; value: string } | undefined {
  const end = segment.indexOf('\r\n\r\n')
  if (!segment.startsWith('\r\n') || end === -1) return undefined
  const headers = segment.slice(2, end).split('\r\n')
  const disposition = headers.find((header) => /^content-disposition:\s*form-data/i.test(header))
  const isFile = disposition !== undefined && /;\s*filename\*?=/i.test(disposition)
  const name = isFile ? undefined : disposition?.match(/;\s*name="([^"]*)"/i)?.[1]
  const type = headers.find((header) => /^content-type:/i.test(header))
  const charset = parseContentType(type?.slice('content-type:'.length).trim())?.params.get('charset')
  const decode = (latin1: string): string => decodeText(Buffer.from(latin1, 'latin1'), charset)
  return { name: name === undefined ? undefined : decode(name), value: decode(segment.slice(end + 4)) }
}
