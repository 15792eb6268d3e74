import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Chance } from './random.ts'

const dayMs = 86_400_000
const environment = {
  ...{ EVENTS_TABLE: 'events', STATE_TABLE: 'state', BACK_OFFICE_SECRET: 'back-office', SOURCES_SECRET: 'sources' },
  ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' },
}

/**
 * What `lib/wire.ts` makes of a configuration: how long events and records are kept, the reasons in any case, and what a webhook may
 * take. The tables answer nothing here; what would be sent to them is looked at.
 */
export async function judgeWire(chance: Chance): Promise<string[]> {
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, environment)
  const { DynamoDBDocumentClient } = await import('@aws-sdk/lib-dynamodb')
  const sent: Values[] = []
  const send = async ({ input }: { input: { ExpressionAttributeValues?: Values } }) => {
    sent.push(input.ExpressionAttributeValues ?? {})
    return { Attributes: {} }
  }
  Object.defineProperty(DynamoDBDocumentClient.prototype, 'send', { value: send, configurable: true })
  try {
    return await wrongIn(chance, sent)
  } finally {
    Reflect.deleteProperty(DynamoDBDocumentClient.prototype, 'send')
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

type Values = Record<string, unknown>

async function wrongIn(chance: Chance, sent: Values[]): Promise<string[]> {
  const { wire } = await import('../../lib/wire.ts')
  const { wireWebhooks } = await import('../../lib/wire-webhooks.ts')
  const { defineConfig } = await import('../../lib/config/config.ts')
  const retention = { days: chance.between(1, 29), ledgerDays: chance.between(30, 500) }
  const statuses = { returnFrom: 9.1, returnTo: 9.25 }
  const config = defineConfig({
    ...{ sources: { own: { kind: 'standard' } }, retention, appearsWithin: '90m' },
    reasons: { ' Wrong  Item ': '4', DEFECTIVE: '2' },
    backOffice: { constants: { statuses, itemTypes: { regular: 17 } } },
  })
  const workflow = wire(config).workflow()
  const webhooks = wireWebhooks(config).webhooks()
  const now = Date.parse('2026-03-02T09:00:00Z')
  const ended = { id: 'own/1', status: 'done', endedAt: now, receivedAt: now, updatedAt: now, epoch: 1, attempts: 1 }
  const event = {
    ...ended,
    source: 'own',
    progress: {},
    history: [],
    delivery: { body: Buffer.from('{}'), headers: {} },
  }
  await workflow.inbox.save({ ...event, status: 'running' } as unknown as InboxEvent, event as unknown as InboxEvent)
  await workflow.records.place('own/key', 'order#1', { now })
  const expiries = sent.map((values) =>
    Object.values(values).filter((one) => Number(one) > now / 1_000 && Number(one) < now / 10),
  )
  const { constants, timing, reasons } = workflow
  const rows: [what: string, is: unknown, must: unknown][] = [
    ['the time to live of an event', expiries[0], [now / 1_000 + (retention.days * dayMs) / 1_000]],
    ['the time to live of a record', expiries[1], [now / 1_000 + (retention.ledgerDays * dayMs) / 1_000]],
    ['the reasons', reasons, { 'wrong  item': '4', defective: '2' }],
    ['the statuses of returns', [constants.statuses.returnFrom, constants.statuses.returnTo], [9.1, 9.25]],
    ['the type of a regular line', constants.itemTypes.regular, 17],
    ['how long an order is waited for', timing.appearsWithinMs, 90 * 60_000],
    ['when a hint is lost', webhooks.hintMs, 120_000],
    ['the largest body', webhooks.bodyLimit, 1_000_000],
    ['the time of an answer', webhooks.answerWithinMs, 3_500],
  ]
  return rows
    .filter(([, is, must]) => JSON.stringify(is) !== JSON.stringify(must))
    .map(([what, is, must]) => `miswired: ${what} is ${JSON.stringify(is)}, not ${JSON.stringify(must)}`)
}
