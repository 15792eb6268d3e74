import { describe, expect, it } from 'vitest'
import { RetryLater } from '../../lib/errors.ts'
import { createWorld, type World } from '../workflow/world.ts'
import { createDesk, type operatorOf } from './desk.ts'

type Finding = { check: string; state: string; says: string }

async function examine(world: World = createWorld(), changes: Parameters<typeof operatorOf>[1] = {}) {
  const { result } = await createDesk(world, changes).ask('doctor')
  const checks = result?.checks as Finding[]
  const about = (check: string) => checks.find((finding) => finding.check === check)
  return { healthy: result?.healthy, checks, about, text: JSON.stringify(result) }
}

const logins = async (world: World) => (await world.calls()).byRoute['POST /rest/login'] ?? 0

describe('doctor', () => {
  it('finds a bridge healthy, with one login', async () => {
    const world = createWorld()
    const { healthy, checks, text } = await examine(world)
    expect(healthy).toBe(true)
    expect(checks.map(({ check, state }) => [check, state])).toEqual([
      ['the configuration', 'ok'],
      ["the sources' secret", 'ok'],
      ["the back office's secret", 'ok'],
      ['the table of events', 'ok'],
      ['the table of state', 'ok'],
      ['the login', 'ok'],
      ['a token', 'ok'],
    ])
    expect(checks[0]?.says).toBe('3 sources: standard, strict (standard), shopify.')
    expect(await logins(world)).toBe(1)
    await examine(world)
    expect(await logins(world)).toBe(1)
    expect(text).not.toMatch(/demo-password|api-bridge/)
  })

  it('names the sources that have no secret', async () => {
    const secrets = {
      backOffice: async () => [],
      sources: async () => ({ without: ['strict', 'shopify'], useless: [] }),
    }
    const { healthy, about } = await examine(createWorld(), { secrets })
    expect(healthy).toBe(false)
    expect(about("the sources' secret")).toEqual({
      check: "the sources' secret",
      state: 'problem',
      says: expect.stringContaining('strict, shopify'),
    })
  })

  it('names the sources whose secret their sender cannot have', async () => {
    const secrets = { backOffice: async () => [], sources: async () => ({ without: [], useless: ['standard'] }) }
    const { healthy, about } = await examine(createWorld(), { secrets })
    expect(healthy).toBe(false)
    expect(about("the sources' secret")).toMatchObject({
      state: 'problem',
      says: expect.stringMatching(/standard .*docs\/senders\.md/),
    })
  })

  it('says what it may not look at, and does not call that a problem', async () => {
    const secrets = { backOffice: async () => [], sources: async () => 'not readable here' as const }
    const { healthy, about } = await examine(createWorld(), { secrets })
    expect(healthy).toBe(true)
    expect(about("the sources' secret")?.state).toBe('not checked here')
  })

  it('says what is wrong with the secret of the back office', async () => {
    const secrets = {
      backOffice: async () => ['password must not be empty'],
      sources: async () => ({ without: [], useless: [] }),
    }
    const { about } = await examine(createWorld({ config: { sources: {} } }), { secrets })
    expect(about("the back office's secret")).toMatchObject({
      state: 'problem',
      says: expect.stringMatching(/^password must not be empty\. /),
    })
    expect(about('the configuration')).toMatchObject({ state: 'problem', says: expect.stringContaining('no source') })
  })

  it('respects a closed login: nothing is sent, however often it is asked', async () => {
    const world = createWorld()
    await world.fault({ kind: 'lock-user', times: 1, method: 'POST', path: '/rest/login' })
    await examine(world)
    expect(await logins(world)).toBe(1)
    const { healthy, about } = await examine(world)
    expect(healthy).toBe(false)
    expect(about('the login')).toMatchObject({ state: 'problem', says: expect.stringContaining('login.reset') })
    expect(about('a token')).toMatchObject({ state: 'problem', says: expect.stringContaining('refused the login') })
    expect(await logins(world)).toBe(1)
  })

  it('goes on where one check breaks, and shows no message of what broke', async () => {
    const world = createWorld()
    const down = async () => Promise.reject(new TypeError('10.0.0.1 anna@example.com'))
    world.workflow.inbox = { ...world.ports.inbox, list: down }
    world.workflow.records = { ...world.ports.records, get: down }
    const secrets = {
      backOffice: async () => [],
      sources: async () => Promise.reject(new RetryLater('secret sources is not configured')),
    }
    const { checks, text, about } = await examine(world, { secrets })
    expect(checks).toHaveLength(7)
    expect(about('the table of events')).toMatchObject({
      state: 'problem',
      says: expect.stringContaining('(TypeError)'),
    })
    expect(about('the table of state')).toMatchObject({ state: 'problem' })
    expect(about("the sources' secret")?.says).toBe('secret sources is not configured.')
    expect(about('a token')).toMatchObject({ state: 'ok' })
    expect(text + JSON.stringify(world.logged)).not.toContain('anna')
  })
})
