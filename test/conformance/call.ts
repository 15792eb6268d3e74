export type Answer = { status: number; headers: Headers; text: string; json: unknown }
type Options = { body?: unknown; token?: string | undefined }
export type Call = (method: 'GET' | 'POST', path: string, options?: Options) => Promise<Answer>

/** A line of plain fetch, on purpose: whatever the project's own client knows must not help here. */
export const createCall =
  (baseUrl: string): Call =>
  async (method, path, { body, token } = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      // A redirect is a finding, and would carry the token elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
