import { expect, it, onTestFinished, vi } from 'vitest'
import { startAws } from './aws.ts'
import { environment, formDelivery, invoke, load } from './invoke.ts'

it('a webhook function logs once which sources share a secret, and which have one that is too short', async () => {
  const aws = await startAws()
  for (const [name, value] of Object.entries({ ...environment, ...aws.variables })) vi.stubEnv(name, value)
  vi.stubEnv('LOG_LEVEL', 'WARN')
  const secret = `whsec_${Buffer.from('hidden, and long enough').toString('base64')}`
  const filled = { standard: [secret], 'google-forms': [secret], tally: ['hidden'] }
  aws.setSecret('sources', filled)
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await aws.close()
  })
  const handler = await load('form-webhook')
  for (const _ of ['first', 'second'])
    expect(await invoke(handler, formDelivery(secret))).toMatchObject({ statusCode: 200 })
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  expect(lines.match(/sources share a secret/g)).toHaveLength(1)
  expect(lines).toMatch(/"standard",\s*"google-forms"/)
  expect(lines).toMatch(/too short[^}]*"tally"/)
  expect(lines).not.toMatch(/hidden|whsec_/)
})
