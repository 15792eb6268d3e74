import { readFileSync } from 'node:fs'
import { sourceOfKind } from '../lib/sources/registry.ts'
import { CannotStart } from './cannot-start.ts'
import { loadConfig } from './load-config.ts'
import { samples } from './samples/index.ts'
import type { LocalSecrets } from './secrets-file.ts'

export type SampleToSend = {
  /** The bridge's own address. */
  url: string
  source: string
  sample: string
  /** The sender's id of this delivery. Sending it again repeats the delivery. */
  id: string
  secrets: LocalSecrets['sources']
  /** Behind the sample: another delivery of a sender that is known by what it sends. */
  behind?: string
  nowMs: number
}

export type SentSample = { path: string; status: number; body: string }

const isHeader = /^[\x21-\x7e]{1,200}$/

/**
 * Signs a sample as its sender would and sends it. Throws `CannotStart`, with all samples if this one does not exist.
 */
export async function sendSample(toSend: SampleToSend): Promise<SentSample> {
  const { url, source, id, secrets, behind = '', nowMs } = toSend
  const sample = findSample(source, toSend.sample)
  if (!isHeader.test(id))
    throw new CannotStart(
      'The delivery id must be 1 to 200 printable ASCII characters without spaces, because it is sent as a header.',
    )
  const config = await loadConfig()
  const kind = sourceOfKind(config.sources[source]?.kind ?? '')
  if (!kind)
    throw new CannotStart(`bridge.config.ts has no source "${source}": add it, or send a sample of another source.`)
  const secret = secrets[source]?.[0]
  if (secret === undefined) throw new CannotStart(`local/secrets.json has no secret for "${source}": add one.`)
  const body = Buffer.concat([readFileSync(new URL(`samples/${sample.file}`, import.meta.url)), Buffer.from(behind)])
  const plainPath = ['', kind.family, source, ...(sample.path ? [sample.path] : [])].join('/')
  const { contentType, topic } = sample
  const unsigned = {
    method: 'POST',
    path: plainPath,
    body,
    contentType,
    id,
    ...(topic !== undefined && { topic }),
    nowMs,
    publicUrl: config.publicUrl ?? url,
  }
  const signed = orCannotStart(source, () => kind.sign(unsigned, secret))
  const response = await fetch(`${url}${signed.path}`, { method: 'POST', headers: signed.headers, body })
  return { path: plainPath, status: response.status, body: await response.text() }
}

/** Not every text can be a secret: it must not be empty, and one of Standard Webhooks is base64. */
function orCannotStart<T>(source: string, sign: () => T): T {
  try {
    return sign()
  } catch {
    throw new CannotStart(
      `The secret of "${source}" in local/secrets.json has the wrong format for its sender: docs/senders.md says which one it needs.`,
    )
  }
}

function findSample(source: string, name: string) {
  const sample = Object.hasOwn(samples, source) ? samples[source]?.[name] : undefined
  if (sample) return sample
  const rows = Object.entries(samples).map(([known, names]) => `  ${known}: ${Object.keys(names).join(', ')}`)
  const problem =
    name === ''
      ? 'Name a source and a sample, as in npm run send -- shopify refund.'
      : `The source "${source}" has no sample "${name}".`
  throw new CannotStart(`${problem} The samples are:\n${rows.join('\n')}`)
}
