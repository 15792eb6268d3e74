import { AwsV4Signer } from 'aws4fetch'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { PlainHeaders } from '../../lib/aws/plain-headers.ts'

afterEach(() => void vi.unstubAllGlobals())

const names = fc.constantFrom('Content-Type', 'x-amz-target', 'X-Amz-Date', 'host', 'HOST', 'a')
const values = fc.string().filter((text) => /^[\x20-\x7e]*$/.test(text))

it('are the headers of fetch, as far as they go', () => {
  fc.assert(
    fc.property(fc.dictionary(names, values), fc.array(fc.tuple(names, values)), names, (given, added, gone) => {
      const [plain, real] = [new PlainHeaders(given), new Headers()]
      for (const [name, value] of Object.entries(given)) real.set(name, value)
      for (const headers of [plain, real]) {
        for (const [name, value] of added) headers.set(name, value)
        headers.delete(gone)
      }
      expect([...plain]).toEqual([...real])
      expect(plain.keys()).toEqual([...real.keys()])
      for (const name of ['content-TYPE', 'x-amz-target', 'none']) {
        expect(plain.get(name)).toBe(real.get(name))
        expect(plain.has(name)).toBe(real.has(name))
      }
    }),
  )
})

it('sign as the headers of fetch do', async () => {
  const sign = async () => {
    const { headers } = await new AwsV4Signer({
      ...{ method: 'POST', url: 'https://dynamodb.eu-central-1.amazonaws.com/', body: '{}', region: 'eu-central-1' },
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.PutItem' },
      ...{
        service: 'sns',
        accessKeyId: 'a',
        secretAccessKey: 'b',
        sessionToken: 'c',
        datetime: '20260302T090000Z',
      },
    }).sign()
    return Object.fromEntries(headers)
  }
  const real = await sign()
  expect(Object.keys(real)).toContain('authorization')
  vi.stubGlobal('Headers', PlainHeaders)
  expect(await sign()).toEqual(real)
})
