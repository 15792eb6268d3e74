import { MIMEType } from 'node:util'

/** The media type that a header names; undefined where it names none. Never throws. */
export function parseContentType(header: string | undefined): MIMEType | undefined {
  if (header === undefined) return undefined
  try {
    return new MIMEType(header)
  } catch {
    return undefined
  }
}

/** Text in the named encoding, else UTF-8. Bytes that are no text become U+FFFD: none is guessed. Never throws. */
export const decodeText = (bytes: Buffer, charset?: string | null): string =>
  decoderOf(charset ?? 'utf-8').decode(bytes)

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** Names and values of an application/x-www-form-urlencoded body. A name that comes several times has all its values. Never throws. */
export function parseFormUrlencoded(body: Buffer, charset?: string | null): Map<string, string[]> {
  // In latin1 one character is one byte, until the escapes are bytes as well.
  const byteOf = (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16))
  const decode = (part: string): string => {
    const bytes = part.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, byteOf)
    return decodeText(Buffer.from(bytes, 'latin1'), charset)
  }
  const found = new Map<string, string[]>()
  for (const pair of body.toString('latin1').split('&')) {
    if (pair === '') continue
    const [name = ''] = pair.split('=', 1)
    const key = decode(name)
    const values = found.get(key) ?? []
    // Not a copy for each value: the webhook reads this before it answers.
    values.push(decode(pair.slice(name.length + 1)))
    found.set(key, values)
  }
  return found
}

/** The text parts of multipart/form-data (RFC 7578), without files. Undefined: the body does not match its type. */
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
