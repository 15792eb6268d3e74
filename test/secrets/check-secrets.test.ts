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

  it('reports nothing for a valid secret', async () => {
    const value = { baseUrl: 'https://backoffice.example.com', username: 'a', password: 'b' }
    expect(await checksOf({ 'back-office': value }).checks.backOffice()).toEqual([])
  })

  it('names the sources that have no secret', async () => {
    const { checks } = checksOf({ sources: { shopify: ['s'], typeform: [], tally: 'text', gone: ['s'] } })
    expect(await checks.sources(configured('shopify', 'typeform', 'tally', 'shopware'))).toEqual({
      without: ['typeform', 'tally', 'shopware'],
      useless: [],
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
    ['a whsec_ secret in base64', 'standard', [`whsec_${Buffer.from('a secret').toString('base64')}`], false],
    ['any text, for a shop that signs with it', 'bigcommerce', ['not base64!'], false],
    ['any text, for a form service that signs with it', 'tally', ['not base64!'], false],
  ])('lets the sender judge %s', async (_title, kind, list, isUseless) => {
    const { checks } = checksOf({ sources: { [kind]: list } })
    expect(await checks.sources(configured(kind))).toEqual({ without: [], useless: isUseless ? [kind] : [] })
  })

  it('sends no request if the function may not read the secret', async () => {
    const { checks, asked } = checksOf({}, 'none')
    expect(await checks.sources({})).toBe('not readable here')
    expect(asked).toEqual([])
  })
})
