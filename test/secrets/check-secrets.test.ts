import { describe, expect, it } from 'vitest'
import { createSecretChecks } from '../../lib/secrets/check-secrets.ts'

const checksOf = (values: Record<string, unknown>, sourcesSecretId: string | undefined = 'sources') => {
  const asked: [id: string, fresh: boolean | undefined][] = []
  const secrets = {
    read: async (id: string, options?: { fresh?: boolean }) => {
      asked.push([id, options?.fresh])
      return { value: values[id], version: '1' }
    },
  }
  const checks = createSecretChecks({
    secrets: () => secrets,
    backOfficeSecretId: () => 'back-office',
    sourcesSecretId: () => (sourcesSecretId === 'none' ? undefined : sourcesSecretId),
  })
  return { checks, asked }
}

const configured = (...kinds: string[]) => Object.fromEntries(kinds.map((kind) => [kind, { kind }]))

describe('the check of secrets', () => {
  it('names the problems of the back office’s secret, read fresh, and never a value', async () => {
    const { checks, asked } = checksOf({ 'back-office': { baseUrl: 'ftp://hidden', username: '', password: 'hidden' } })
    const problems = await checks.backOffice()
    expect(problems).toHaveLength(2)
    expect(problems.join()).toMatch(/baseUrl.*username/)
    expect(problems.join()).not.toContain('hidden')
    expect(asked).toEqual([['back-office', true]])
  })

  it('says of the back office’s secret of a new stage that it is not set yet', async () => {
    expect(await checksOf({ 'back-office': {} }).checks.backOffice()).toEqual([
      'it is not set yet: write baseUrl, username and password into it',
    ])
  })

  it('reports nothing for a valid secret', async () => {
    const value = { baseUrl: 'https://backoffice.example.com', username: 'a', password: 'b' }
    expect(await checksOf({ 'back-office': value }).checks.backOffice()).toEqual([])
  })

  it('names the sources that have no secret', async () => {
    const { checks } = checksOf({ sources: { shopify: ['s'], typeform: [], tally: 'text', gone: ['s'] } })
    expect(await checks.sources(configured('shopify', 'typeform', 'tally', 'shopware'))).toEqual({
      without: ['typeform', 'tally', 'shopware'],
      useless: ['shopify'],
      sharing: [],
    })
  })

  it.each<[string, string, string[], boolean]>([
    ['a token of 23 characters', 'jotform', ['x'.repeat(23)], true],
    ['a token of 24 characters', 'jotform', ['x'.repeat(24)], false],
    ['a token with a line break at its end', 'jotform', [`${'x'.repeat(24)}\n`], true],
    ['a token in base64, with a slash', 'fillout', [`${'x'.repeat(24)}/`], true],
    ['a token of every character that needs no escape in an address', 'fillout', [`${'x'.repeat(24)}-_.~9`], false],
    ['a short token after a good one', 'fillout', ['x'.repeat(24), 'short'], true],
    ['a whsec_ secret that is not base64', 'standard', ['whsec_not base64!'], true],
    ['nothing after whsec_', 'google-forms', ['whsec_'], true],
    ['a whsec_ secret of 15 bytes', 'standard', [`whsec_${Buffer.from('x'.repeat(15)).toString('base64')}`], true],
    ['a whsec_ secret of 16 bytes', 'standard', [`whsec_${Buffer.from('x'.repeat(16)).toString('base64')}`], false],
    ['a script’s secret of 15 bytes', 'google-forms', [Buffer.from('x'.repeat(15)).toString('base64')], true],
    ['any text of 16 bytes, for a shop that signs with it', 'bigcommerce', ['not base64! long'], false],
    ['any text of 16 bytes, for a form service that signs with it', 'tally', ['not base64! long'], false],
    ['a text of 15 bytes, for a form service', 'typeform', ['x'.repeat(15)], true],
    ['a text of 16 bytes in 8 characters', 'typeform', ['ü'.repeat(8)], false],
    ['a text of 16 bytes of which one is a space at its end', 'shopware', [`${'x'.repeat(15)} `], true],
    ['15 bytes that somebody may have chosen, for a shop', 'shopware', ['x'.repeat(15)], true],
    ...['shopify', 'bigcommerce', 'hubspot'].flatMap((kind): [string, string, string[], boolean][] => [
      [`8 bytes that ${kind} has made`, kind, ['x'.repeat(8)], false],
      [`what is left of a secret that ${kind} has made`, kind, ['x'.repeat(7)], true],
    ]),
    ['8 bytes and a line break at their end', 'shopify', [`${'x'.repeat(7)}\n`], true],
    ['one character, for the secret of an app', 'shopware', ['x'], true],
    ['a text that is shorter for WooCommerce, which decodes it', 'woocommerce', ['&amp;&amp;&amp;&amp;'], true],
  ])('lets the sender judge %s', async (_title, kind, list, isUseless) => {
    const { checks } = checksOf({ sources: { [kind]: list } })
    const useless = isUseless ? [kind] : []
    expect(await checks.sources(configured(kind))).toEqual({ without: [], useless, sharing: [] })
  })

  it('names the sources that share a secret, once for each group, and never the secret', async () => {
    const [one, two] = [`hidden-${'1'.repeat(20)}`, `hidden-${'2'.repeat(20)}`]
    const sources = { shopify: [one, two], typeform: ['of its own, a secret', one], tally: [two], hubspot: [two, one] }
    const { checks } = checksOf({ sources: { ...sources, gone: ['of its own, a secret'] } })
    const found = await checks.sources(configured(...Object.keys(sources)))
    expect(found).toMatchObject({
      sharing: [
        ['shopify', 'typeform', 'hubspot'],
        ['shopify', 'tally', 'hubspot'],
      ],
    })
    expect(JSON.stringify(found)).not.toContain('hidden')
  })

  it('takes a secret with and without whsec_ for the same', async () => {
    const secret = Buffer.from('x'.repeat(24)).toString('base64')
    const { checks } = checksOf({ sources: { standard: [secret], 'google-forms': [`whsec_${secret}`] } })
    const found = await checks.sources(configured('standard', 'google-forms'))
    expect(found).toHaveProperty('sharing', [['standard', 'google-forms']])
  })

  it.each([
    ['of 15 characters', 'https://shop.example.com', 'k3!Qz8#vTb1@xWm', true],
    ['of 16 random characters', 'https://shop.example.com', 'k3!Qz8#vTb1@xWm5', false],
    ['of five different characters', 'https://shop.example.com', 'abcdeABCDEabcdeABCDE', true],
    ['of hexadecimal digits', 'https://shop.example.com', '9f86d081884c7d659a2f', false],
    ['of a sandbox on this machine', 'http://127.0.0.1:3001', 'demo-password', false],
    ['that is not there', 'https://shop.example.com', '', false],
  ])('says whether a password %s can be found by trying', async (_title, baseUrl, password, isWeak) => {
    const { checks } = checksOf({ 'back-office': { baseUrl, username: 'a', password } })
    expect(await checks.isPasswordWeak()).toBe(isWeak)
  })

  it('sends no request if the function may not read the secret', async () => {
    const { checks, asked } = checksOf({}, 'none')
    expect(await checks.sources({})).toBe('not readable here')
    expect(asked).toEqual([])
  })
})
