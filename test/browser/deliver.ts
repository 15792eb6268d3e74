import { standard } from '../../lib/sources/standard/translate.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { until } from '../local/running-stack.ts'
import { signed } from '../sources/deliveries.ts'

type Delivery = { id: string; type?: string; data: object }

/** Sends what the merchant's own system would, signed, and again where the bridge asks for that. Answers the id of its event. */
export async function deliver(url: string, { id, type = 'return.requested', data }: Delivery): Promise<string> {
  const given = JSON.stringify({ type, timestamp: '2026-10-01T09:30:00Z', data })
  const secret = readSecrets(secretsFile).sources.standard?.[0] ?? ''
  const { path, headers, body } = signed(standard, { body: given, secret, id, nowMs: Date.now() })
  return await until(`${id} to be stored`, async () => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (answer.status === 503) return undefined
    if (answer.status !== 200) throw new Error(`the delivery was answered ${answer.status} ${text}`)
    return (JSON.parse(text) as { id: string }).id
  })
}
