import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Context } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AuditReport } from '../../lib/audit/audit.ts'
import { commentSubmitted } from '../workflow/world.ts'
import { deploy } from './deploy.ts'
import { contextOf, environment, load } from './invoke.ts'

const root = new URL('../../', import.meta.url)
const names = globSync('functions/*.ts', { cwd: root.pathname }).map((file) => basename(file, '.ts'))

describe('importing a handler', () => {
  const real = process.env
  const read: string[] = []
  beforeEach(() => {
    vi.resetModules()
    read.length = 0
    process.env = new Proxy(
      { ...real },
      {
        get: (target, name) => {
          read.push(String(name))
          return Reflect.get(target, name)
        },
      },
    )
  })
  afterEach(() => {
    process.env = real
  })

  it.each(names)('reads none of our variables: %s', async (name) => {
    expect((await import(`../../functions/${name}.ts`)).handler).toBeTypeOf('function')
    const ours = /TABLE|SECRET|LOCAL_|_URL$/
    expect(read.filter((variable) => ours.test(variable))).toEqual([])
  })
})

describe('a handler that may have a request in flight', () => {
  const record = { dynamodb: { Keys: { id: { S: 'standard/1' } }, SequenceNumber: '1' } }

  it.each([
    ['worker', { Records: [record] }, [120_000]],
    ['retry', {}, []],
    ['audit', {}, []],
    ['operator', { command: 'event.get', id: 'standard/1' }, []],
  ])('answers after its requests, even where its time ends before them: %s', async (name, event, first) => {
    for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value)
    const tables = mockClient(DynamoDBDocumentClient)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      tables.restore()
    })
    const inFlight = new Set<object>()
    let most = 0
    tables.onAnyCommand().callsFake(async (input: object) => {
      most = inFlight.add(input).size
      await sleep(100)
      inFlight.delete(input)
      return {}
    })
    // What the worker needs to begin at all; whoever asks next hears that next to none is left.
    const remainingMs = [...first]
    const handler = (await load(name)) as (event: unknown, context: Context) => Promise<unknown>
    await handler(event, { ...contextOf(), getRemainingTimeInMillis: () => remainingMs.shift() ?? 20 })
    expect([most > 0, inFlight.size]).toEqual([true, 0])
  })
})

it.each([
  ['print', 'ready'],
  ['', 'done'],
])('the schedule begins nothing in the time that it keeps for telling people: NOTIFICATIONS=%s', async (to, status) => {
  const deployed = await deploy()
  onTestFinished(async () => await deployed.end())
  vi.stubEnv('NOTIFICATIONS', to)
  await deployed.accept('standard/1', commentSubmitted({}))
  await deployed.call('retry', {}, 30_000)
  expect(await deployed.inbox.get('standard/1')).toMatchObject({ status })
})

describe('a function that tells people', () => {
  /** What it prints for them, so long after a run of the schedule. */
  async function printed(name: 'worker' | 'audit', laterMs: number) {
    const deployed = await deploy()
    vi.stubEnv('NOTIFICATIONS', 'print')
    await deployed.call('retry', {})
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterMs })
    const lines: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    onTestFinished(async () => {
      write.mockRestore()
      vi.useRealTimers()
      await deployed.end()
    })
    await deployed.call(name, { Records: [] })
    return lines.join('')
  }

  it('tells that the schedule has stopped: worker', async () => {
    expect(await printed('worker', 11 * 60_000)).toContain('The schedule has not run since')
  })

  it('counts all findings, also those that it does not show: audit', async () => {
    const report = { news: 5, silent: [] } as unknown as AuditReport
    const audit = vi.spyOn(await import('../../lib/audit/audit.ts'), 'audit').mockResolvedValue(report)
    onTestFinished(() => audit.mockRestore())
    expect(await printed('audit', 0)).toContain('has found 5 differences')
  })

  it('tells once that a source is silent: audit', async () => {
    const silent = ['new', 'told'].map((source) => ({
      source,
      kind: 'shopify',
      lastAt: 0,
      gapMs: 1,
      isNew: source === 'new',
    }))
    const report = { news: 0, silent } as unknown as AuditReport
    const audit = vi.spyOn(await import('../../lib/audit/audit.ts'), 'audit').mockResolvedValue(report)
    onTestFinished(() => audit.mockRestore())
    const words = await printed('audit', 0)
    expect([words.includes('Nothing has come from new'), words.includes('told')]).toEqual([true, false])
  })
})
