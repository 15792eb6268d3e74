import { CannotStart } from '../local/cannot-start.ts'

/** What a headers file says about a captured request. */
export type CapturedHead = { method?: string; path?: string; headers: Record<string, string>; repeated: string[] }

/**
 * Reads headers from a JSON object (a list for a header that was sent several times) or from raw `Name: value` lines,
 * perhaps under a request line. Names become lower case; several values are joined by commas, as by an HTTP API. Throws
 * `CannotStart`.
 */
export function readHeaders(text: string): CapturedHead {
  const content = text.trim()
  return content.startsWith('{') ? collect(fromJson(content)) : fromLines(content)
}

function fromJson(content: string): [name: string, value: string][] {
  let parsed: Record<string, unknown>
  try {
    parsed = JSON.parse(content)
  } catch {
    throw new CannotStart('The headers file is not valid JSON: fix it, or write one "Name: value" per line.')
  }
  return Object.entries(parsed).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as const),
  ) as [string, string][]
}

function fromLines(content: string): CapturedHead {
  const [first = '', ...rest] = content.split(/\r?\n/)
  // A capturing proxy sees the whole address (RFC 9112, section 3.2.2), other programs only the path.
  const request = /^([A-Z]+) (?:https?:\/\/[^/\s]+(?=\/))?(\S+)(?: HTTP\/[\d.]+)?$/.exec(first)
  const pairs = (request ? rest : [first, ...rest])
    .filter((line) => line.trim() !== '')
    .map((line): [string, string] => {
      const colon = line.indexOf(':', 1)
      if (colon < 0) throw new CannotStart('A line of the headers file has no colon: write each as "Name: value".')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })
  const [, method, path] = request ?? []
  return { ...(method !== undefined && { method }), ...(path !== undefined && { path }), ...collect(pairs) }
}

function collect(pairs: readonly (readonly [string, string])[]): Pick<CapturedHead, 'headers' | 'repeated'> {
  const headers: Record<string, string> = {}
  const repeated = new Set<string>()
  for (const [name, value] of pairs.map(([key, text]) => [key.toLowerCase(), text] as const)) {
    if (Object.hasOwn(headers, name)) repeated.add(name)
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]},${value}` : value
  }
  return { headers, repeated: [...repeated] }
}
