import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { playAws } from '../../scripts/bench/play-aws.ts'
import { makeCertificate } from '../../scripts/bench/throw-away-certificate.ts'

const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
const certificate = await makeCertificate(folder)
await rm(folder, { recursive: true })

it.skipIf(certificate === undefined)('the AWS of the benchmarks answers over TLS, as the real one does', async () => {
  const aws = await playAws()
  onTestFinished(aws.close)
  expect(aws.isEncrypted).toBe(true)
  const { AWS_ENDPOINT_URL, NODE_EXTRA_CA_CERTS = '' } = aws.variables as Record<string, string>
  const ask = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const options = { method: 'POST', ca: await readFile(NODE_EXTRA_CA_CERTS), agent: false as const }
    request(AWS_ENDPOINT_URL ?? '', options, (response) => void text(response).then(resolve, reject))
      .on('error', reject)
      .end('{}')
    return await promise
  }
  expect(AWS_ENDPOINT_URL).toMatch(/^https:/)
  expect(await ask()).toBe('{}')
})
