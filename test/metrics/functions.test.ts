import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Aws, startAws } from '../functions/aws.ts'
import { type Deployed, deploy } from '../functions/deploy.ts'
import { environment, formDelivery, invoke, load, refundDelivery } from '../functions/invoke.ts'
import { commentSubmitted } from '../workflow/world.ts'

const on = { METRICS: 'on', SERVICE_NAME: 'backoffice-bridge', METRICS_NAMESPACE: 'backoffice-bridge-dev' }
const setting = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
}

type Line = { _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][] }[] } }

/** What the run wrote for CloudWatch to read as metrics. The other lines of the log are silent. */
async function linesOf(run: () => Promise<unknown>): Promise<Line[]> {
  const chunks: string[] = []
  const into = (chunk: string | Uint8Array) => chunks.push(String(chunk)) > 0
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(into))
  await run().finally(() => streams.forEach((stream) => void stream.mockRestore()))
  return chunks
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

/** One object of all lines that have no dimension but the service. */
const totalsOf = (lines: readonly Line[]): object =>
  Object.assign({}, ...lines.filter(({ _aws }) => _aws.CloudWatchMetrics[0]?.Dimensions[0]?.length === 1))

afterEach(() => vi.unstubAllEnvs())

describe('a webhook', () => {
  let aws: Aws
  const secrets = { shopify: ['a secret of this test'], standard: ['whsec_YSBzZWNyZXQgb2YgdGhpcyB0ZXN0'] }
  beforeAll(async () => {
    aws = await startAws()
  })
  afterAll(async () => await aws.close())

  const sends = (name: string, event: unknown, more: Record<string, string>) => async () => {
    setting({ ...environment, ...aws.variables, ...more })
    aws.setSecret('sources', secrets)
    return await invoke(await load(name), event)
  }

  it.each([
    ['shop-webhook', refundDelivery('a secret of this test'), { EventsAccepted: 1 }],
    ['form-webhook', formDelivery('whsec_YSBzZWNyZXQgb2YgdGhpcyB0ZXN0'), { EventsAccepted: 1 }],
    ['shop-webhook', refundDelivery('another secret'), { DeliveriesRefused: 1 }],
  ])('writes its metrics when it has answered: %s', async (name, event, totals) => {
    const lines = await linesOf(sends(name, event, on))
    expect(totalsOf(lines)).toMatchObject({ service: 'backoffice-bridge', ...totals })
    expect(lines.map(({ _aws }) => _aws.CloudWatchMetrics[0]?.Namespace)).toEqual(
      lines.map(() => 'backoffice-bridge-dev'),
    )
  })

  it.each(['off', '', 'true'])('writes none with METRICS=%s', async (METRICS) => {
    const event = refundDelivery('a secret of this test')
    expect(await linesOf(sends('shop-webhook', event, { ...on, METRICS }))).toEqual([])
  })
})

describe('a function that works', () => {
  let deployed: Deployed
  beforeAll(async () => {
    deployed = await deploy()
  })
  afterAll(async () => await deployed.end())
  const accept = async (id: string) => await deployed.accept(id, commentSubmitted({}))

  it('writes its metrics when it ends: retry', async () => {
    setting({ ...environment, ...on })
    await accept('standard/1')
    const lines = await linesOf(async () => await deployed.call('retry', {}))
    expect(totalsOf(lines)).toMatchObject({ EventsDone: 1, Logins: 1, OldestDueSeconds: expect.any(Number) })
    expect(lines.length).toBeGreaterThan(2)
  })

  it.each(['worker', 'audit', 'operator'] as const)('writes its metrics when it ends: %s', async (name) => {
    setting({ ...environment, ...on })
    await accept('standard/2')
    const events = {
      worker: { Records: [{ dynamodb: { Keys: { id: { S: 'standard/2' } }, SequenceNumber: '1' } }] },
      audit: {},
      operator: { command: 'order.get', orderId: 10_001 },
    }
    const lines = await linesOf(async () => await deployed.call(name, events[name]))
    expect(totalsOf(lines)).toMatchObject({ BackOfficeCalls: expect.any(Number) })
  })

  it('writes them also when it fails', async () => {
    setting({ ...environment, ...on })
    await accept('standard/3')
    const spy = vi.spyOn(await import('../../lib/workflow/wake/report-due.ts'), 'reportDue')
    spy.mockImplementation(() => {
      throw new Error('the end of the run')
    })
    const lines = await linesOf(async () => {
      await expect(deployed.call('retry', {})).rejects.toThrow('the end of the run')
    })
    spy.mockRestore()
    expect(totalsOf(lines)).toMatchObject({ EventsDone: 1 })
  })

  it('writes none where nobody wants them, and no line about that', async () => {
    setting({ ...environment, ...on, METRICS: 'off' })
    await accept('standard/4')
    expect(await linesOf(async () => await deployed.call('retry', {}))).toEqual([])
  })
})
