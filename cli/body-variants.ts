export type BodyVariant = { body: Buffer; says: string }

/** Bodies as they may have been before something changed them on the way, each with the likely cause. */
export function bodyVariants(body: Buffer): BodyVariant[] {
  const text = body.toString('utf8')
  const variant = (says: string, ...contents: (string | Buffer)[]): BodyVariant[] =>
    contents.map((content) => ({ body: Buffer.from(content as string), says }))
  const all = [
    ...variant(
      'The signature matches without the line break at the end of the body: the capture added it.',
      text.replace(/\r?\n$/, ''),
      text.replace(/\s+$/, ''),
    ),
    ...variant(
      'The signature matches with a line break at the end of the body: the capture removed it.',
      `${text}\n`,
      `${text}\r\n`,
    ),
    ...variant(
      'The signature matches with other line breaks in the body (LF or CR LF): capture the raw bytes.',
      text.replaceAll('\r\n', '\n'),
      text.replaceAll(/\r?\n/g, '\r\n'),
    ),
    ...variant(
      'The signature matches without the byte order mark at the start of the body: remove it.',
      text.replace(/^\ufeff/, ''),
    ),
    ...variant(
      'The signature matches the body decoded from base64: the capture encoded it, so decode it once.',
      ...(isBase64(text) ? [Buffer.from(text, 'base64')] : []),
    ),
    ...variant('The signature matches the body inside this event of an HTTP API: use that body.', ...ofEvent(text)),
    ...variant(
      'The signature matches the body in another character encoding: it was converted between Latin-1 and UTF-8.',
      Buffer.from(text, 'latin1'),
      body.toString('latin1'),
    ),
    ...variant(
      'The signature matches the form with spaces in the other notation (+ or %20): it was parsed and rewritten.',
      text.replaceAll('%20', '+'),
      text.replaceAll('+', '%20'),
    ),
    ...variant(
      'The signature matches the same JSON in another notation: it was parsed and rewritten, so capture the raw bytes.',
      ...rewritten(text),
    ),
  ]
  return distinct(all, body)
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)

/** One explanation for each body, without those that are equal to the original. */
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

/**
 * JSON as common libraries write it: JavaScript, PHP (escaped slashes), Python (spaces), with and without \u, indented.
 */
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
