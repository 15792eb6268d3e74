import { expect, it } from 'vitest'
import { reportingSecrets } from '../../lib/secrets/check-source-secrets.ts'

const long = 'hidden-and-long-enough'

it('logs once which sources share a secret, and which have one that proves nothing', async () => {
  const logged: unknown[] = []
  const say = (message: string, fields: object) => void logged.push({ message, ...fields })
  const sources = Object.fromEntries(['shopify', 'tally', 'typeform'].map((kind) => [kind, { kind }]))
  const filled = { shopify: [long], tally: [long], typeform: ['hidden'] }
  const read = reportingSecrets(async () => filled, { sources, log: { info: say, warn: say, error: say } })
  for (const fresh of [false, true, false]) expect(await read({ fresh })).toBe(filled)
  expect(logged).toEqual([
    { message: 'secrets that are too short or in the wrong format', sources: ['typeform'] },
    { message: 'sources share a secret', sources: ['shopify', 'tally'] },
  ])
})

it('logs nothing where every source has a secret of its own, and waits for a secret that cannot be read yet', async () => {
  const logged: string[] = []
  const say = (message: string) => void logged.push(message)
  let isThere = false
  const read = reportingSecrets(
    async () => {
      if (!isThere) throw new Error('not yet')
      return { shopify: ['x'] }
    },
    { sources: { shopify: { kind: 'shopify' } }, log: { info: say, warn: say, error: say } },
  )
  await expect(read({ fresh: false })).rejects.toThrow('not yet')
  expect(logged).toEqual([])
  isThere = true
  await read({ fresh: true })
  expect(logged).toHaveLength(1)
})
