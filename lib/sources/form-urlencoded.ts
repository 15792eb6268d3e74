import { decodeText } from './decode-text.ts'

/** Names and values of an application/x-www-form-urlencoded body. A name that comes several times has all its values. Never throws. */
export function parseFormUrlencoded(body: Buffer, charset?: string | null): Map<string, string[]> {
  // In latin1 one character is one byte, until the escapes are bytes as well.
  const decode = (part: string): string =>
    decodeText(
      Buffer.from(
        part
          .replaceAll('+', ' ')
          .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ),
      charset,
    )
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
