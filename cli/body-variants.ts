export type BodyVariant = { body: Buffer; says: string }

/** The body as it may have been before something on its way changed it; each with what that was. */
export function bodyVariants(body: Buffer): BodyVariant[] {
  const text = body.toString('utf8')
  const variant = (says: string, ...contents: (string | Buffer)[]): BodyVariant[] =>
    contents.map((content) => ({ body: Buffer.from(content as string), says }))
  const all = [
    ...variant(
      'It fits without the line break at the end of the body: whatever captured it has added one.',
      text.replace(/\r?\n$/, ''),
      text.replace(/\s+$/, ''),
    ),
    ...variant(
      'It fits with a line break at the end of the body: whatever captured it has cut it off.',
      `${text}\n`,
      `${text}\r\n`,
    ),
    ...variant(
      'It fits with other line breaks in the body (LF or CR LF): keep the bytes as they came.',
      text.replaceAll('\r\n', '\n'),
      text.replaceAll(/\r?\n/g, '\r\n'),
    ),
    ...variant('It fits without the byte order mark at the start of the body.', text.replace(/^\ufeff/, '')),
    ...variant(
      'It fits once the body is decoded from base64: what hands it over has encoded it, decode it once.',
      ...(isBase64(text) ? [Buffer.from(text, 'base64')] : []),
    ),
    ...variant('It fits once the body is read as what was inside of this event of an HTTP API.', ...ofEvent(text)),
    ...variant(
      'It fits the body in another character encoding: it was read as Latin-1 and written as UTF-8, or the other way.',
      Buffer.from(text, 'latin1'),
      body.toString('latin1'),
    ),
    ...variant(
      'It fits the same form with spaces written the other way (+ or %20): the body was parsed and written anew.',
      text.replaceAll('%20', '+'),
      text.replaceAll('+', '%20'),
    ),
    ...variant(
      'It fits the same JSON written in another way: the body was parsed and written anew, keep the raw bytes.',
      ...rewritten(text),
    ),
  ]
  return distinct(all, body)
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)

/** The first explanation of each content; what changes nothing explains nothing. */
function distinct(all: readonly BodyVariant[], body: Buffer): BodyVariant[] {
  const seen = new Set([body.toString('base64')])
  return all.filter((one) => {
    const key = one.body.toString('base64')
    return !seen.has(key) && seen.add(key)
  })
}

function ofEvent(text: string): Buffer[] {
  const event = parse(text) as { body?: unknown; isBase64Encoded?: unknown } | undefined
  if (typeof event?.body !== 'string') return []
  return [Buffer.from(event.body, event.isBase64Encoded === true ? 'base64' : 'utf8')]
}

/** As the usual libraries write JSON: JavaScript, PHP (slashes escaped), Python (spaces), with and without \u escapes, indented. */
function rewritten(text: string): string[] {
  const value = parse(text)
  if (value === undefined) return []
  const compact = JSON.stringify(value)
  const slashes = compact.replaceAll('/', '\\/')
  const spaced = JSON.stringify(value, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(/([[{]) | ([\]}])/g, '$1$2')
  const plain = [compact, slashes, spaced, ...[2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent))]
  return plain.flatMap((one) => [one, ascii(one), `${one}\n`])
}

const ascii = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
