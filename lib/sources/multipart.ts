import { parseContentType } from './parse-content-type.ts'

/**
 * The text parts of a multipart/form-data body (RFC 7578) by name, without files. Undefined: the body does not match its content type,
 * because a boundary is missing or the last one does not close the body.
 */
export function parseMultipart(body: Buffer, contentType: string | undefined): Map<string, string> | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  // In latin1 one character is one byte. Each part is decoded as UTF-8 later.
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
  const disposition = segment
    .slice(2, end)
    .split('\r\n')
    .find((header) => /^content-disposition:\s*form-data/i.test(header))
  const isFile = disposition !== undefined && /;\s*filename\*?=/i.test(disposition)
  const name = isFile ? undefined : disposition?.match(/;\s*name="([^"]*)"/i)?.[1]
  return { name: name === undefined ? undefined : utf8(name), value: utf8(segment.slice(end + 4)) }
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8')
