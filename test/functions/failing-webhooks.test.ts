import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Aws, inRefusals, type Reaction, startAws } from './aws.ts'
import { environment, invoke, load, refundDelivery } from './invoke.ts'

const secret = 'a secret of this test'
const deliver = async () => await invoke(await load('shop-webhook'), refundDelivery(secret), 5_000)
const unavailable = { statusCode: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } }

let aws: Aws
/** What the functions log. */
let log = ''
const refuseSecrets = (error: string) => {
  aws.react = ({ operation }) => (operation === 'GetSecretValue' ? { error } : undefined)
}
const collect = (line: string | Uint8Array): boolean => {
  log += line
  return true
}

beforeAll(async () => {
  aws = await startAws()
})
beforeEach(() => {
  for (const [name, value] of Object.entries({ ...environment, ...aws.variables })) vi.stubEnv(name, value)
  vi.stubEnv('LOG_LEVEL', 'INFO')
  log = ''
  vi.spyOn(process.stderr, 'write').mockImplementation(collect)
  vi.spyOn(process.stdout, 'write').mockImplementation(collect)
  aws.setSecret('sources', { shopify: [secret] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  aws.clear()
  expect(log).not.toMatch(new RegExp(`${inRefusals}|${secret}`))
})
afterAll(async () => await aws.close())

describe('a webhook function', () => {
  it('stores a delivery by one conditional write', async () => {
    const body = expect.stringMatching(/^\{"id":"shopify\/sha256:[0-9a-f]{64}","status":"accepted"\}$/)
    expect(await deliver()).toMatchObject({ statusCode: 200, body })
    const input = { TableName: 'events', ConditionExpression: 'attribute_not_exists(id)' }
    expect(aws.toTables()).toMatchObject([{ operation: 'PutItem', input }])
  })

  it.each([
    'ThrottlingException',
    'ProvisionedThroughputExceededException',
    'ResourceNotFoundException',
    'AccessDeniedException',
    'InternalServerError',
  ])('answers 503 while the table answers %s', async (name) => {
    aws.react = ({ operation }) => (operation === 'PutItem' ? { error: name } : undefined)
    const answer = await deliver()
    expect(answer).toMatchObject(unavailable)
    expect(JSON.stringify(answer)).not.toContain('hunter2')
    expect(log).toContain(`"message":"webhook not stored"`)
    expect(log).toContain(`"error":"${name}"`)
  })

  it.each<[string, () => unknown]>([
    ['does not exist', () => refuseSecrets('ResourceNotFoundException')],
    ['may not be read', () => refuseSecrets('AccessDeniedException')],
    ['is throttled', () => refuseSecrets('ThrottlingException')],
    ['is not valid JSON', () => aws.setSecret('sources', '{"shopify": ["hunter2"')],
    ['is empty', () => aws.setSecret('sources', '')],
    ['is new, and {}', () => aws.setSecret('sources', {})],
    ['is a list', () => aws.setSecret('sources', ['hunter2'])],
  ])('answers 503, and stores nothing, while the secret %s', async (_title, prepare) => {
    prepare()
    expect(await deliver()).toMatchObject(unavailable)
    expect(aws.toTables()).toHaveLength(0)
  })

  it.each<[string, Reaction]>([
    ['never answers', 'silence'],
    ['hangs up', 'hang up'],
  ])('answers 503 while the table %s, after two attempts', async (_title, reaction) => {
    aws.react = ({ operation }) => (operation === 'PutItem' ? reaction : undefined)
    expect(await deliver()).toMatchObject(unavailable)
    expect(aws.toTables()).toHaveLength(2)
  })

  it.each<[string, Reaction]>([
    ['was throttled once', { error: 'ThrottlingException' }],
    ['failed once', { error: 'InternalServerError' }],
    ['hung up once', 'hang up'],
  ])('stores a delivery although the table %s', async (_title, reaction) => {
    aws.react = () => (aws.toTables().length === 1 ? reaction : undefined)
    expect(await deliver()).toMatchObject({ statusCode: 200 })
    expect(aws.toTables().map(({ operation }) => operation)).toEqual(['PutItem', 'PutItem'])
  })

  it('says that its clock is wrong where the table has another time, and stores the delivery', async () => {
    const right = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => right() + 3_600_000)
    expect(await deliver()).toMatchObject({ statusCode: 200 })
    expect(log).toContain('"message":"clock in doubt"')
    expect(log).toContain('"witness":"table"')
  })

  it('answers 503 if a variable is missing', async () => {
    vi.stubEnv('SOURCES_SECRET', '')
    expect(await deliver()).toMatchObject(unavailable)
  })
})
