import type { Source } from '../../lib/sources/source.ts'
import { standard } from '../../lib/sources/standard/translate.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { until } from '../local/running-stack.ts'
import { signed } from '../sources/deliveries.ts'

type Delivery = { id: string; type?: string; data: object }

/** Sends what the merchant's own system would. Answers the id of its event. */
export const deliver = (url: string, { id, type = 'return.requested', data }: Delivery): Promise<string> =>
  send(url, standard, { id, body: { type, timestamp: '2026-10-01T09:30:00Z', data } })

/** Sends what a sender would, signed, and again where the bridge asks for that. Answers the id of its event, if it is one. */
export async function send(
  url: string,
  source: Source,
  { id, body, topic }: { id: string; body: object; topic?: string },
) {
  const secret = readSecrets(secretsFile).sources[source.kind]?.[0] ?? ''
  const input = { body: JSON.stringify(body), secret, id, nowMs: Date.now(), ...(topic && { topic }) }
  const { path, headers, body: given } = signed(source, input)
  return await until(`${id} to be stored`, async () => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: given })
    const text = await answer.text()
    if (answer.status === 503) return undefined
    if (answer.status !== 200) throw new Error(`the delivery was answered ${answer.status} ${text}`)
    return (JSON.parse(text) as { id?: string }).id ?? 'no event'
  })
}
