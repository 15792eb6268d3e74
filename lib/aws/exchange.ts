import type { Agent, RequestOptions } from 'node:http'

export type SignedRequest = { url: URL; headers: Readonly<Record<string, string>>; body: string }
/** `date`: the header of that name. */
export type Answer = { status: number; date: string | undefined; body: string }
/** Sends one POST. Rejects with what happened to the connection, or with a `TimeoutError` after so long a silence. */
export type Exchange = (request: SignedRequest) => Promise<Answer>

/** Over Node's own HTTP: `fetch` takes three times as long for each first request. The connection stays open. */
export function createExchange({ timeoutMs }: { timeoutMs: number }): Exchange {
  const agents = new Map<string, Agent>()

  async function open({ url, headers }: SignedRequest) {
    const { protocol } = url
    // By its default: in a bundle it has no other export.
    const { default: http } = await (protocol === 'http:' ? import('node:http') : import('node:https'))
    const agent = agents.get(protocol) ?? new http.Agent({ keepAlive: true })
    agents.set(protocol, agent)
    const options: RequestOptions = { method: 'POST', headers, agent, timeout: timeoutMs }
    return http.request(url, options)
  }

  return async (signed) => {
    const request = await open(signed)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    request.on('timeout', () => {
      request.destroy(Object.assign(new Error(`silence for ${timeoutMs} ms`), { name: 'TimeoutError' }))
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, date: headers.date, body: Buffer.concat(chunks).toString() })
      })
    })
    request.end(signed.body)
    return await promise
  }
}
