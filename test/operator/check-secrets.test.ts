import { describe, expect, it } from 'vitest'
import { createSecretChecks } from '../../lib/check-secrets.ts'

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

describe('the check of secrets', () => {
  it('names what is wrong with the back office’s, read fresh, and never a value', async () => {
    const { checks, asked } = checksOf({ 'back-office': { baseUrl: 'ftp://hidden', username: '', password: 'hidden' } })
    const problems = await checks.backOffice()
    expect(problems).toHaveLength(2)
    expect(problems.join()).toMatch(/baseUrl.*username/)
    expect(problems.join()).not.toContain('hidden')
    expect(asked).toEqual([['back-office', true]])
  })

  it('has nothing to say of one that is in order', async () => {
    const value = { baseUrl: 'https://backoffice.example.com', username: 'a', password: 'b' }
    expect(await checksOf({ 'back-office': value }).checks.backOffice()).toEqual([])
  })

  it('names the sources that have a usable secret', async () => {
    const { checks } = checksOf({ sources: { shopify: ['s'], typeform: [], tally: 'text' } })
    expect(await checks.sources()).toEqual(['shopify'])
  })

  it('asks for nothing where the function may not read it', async () => {
    const { checks, asked } = checksOf({}, 'none')
    expect(await checks.sources()).toBe('not readable here')
    expect(asked).toEqual([])
  })
})
