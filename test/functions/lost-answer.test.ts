import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Aws, type Reaction, startAws } from './aws.ts'
import { environment, formDelivery, invoke, load, refundDelivery } from './invoke.ts'

const secret = 'whsec_YSBzZWNyZXQgb2YgdGhpcyB0ZXN0LCBmb3IgYm90aA=='
let aws: Aws

/** A table of one item that carries out the first write but loses its answer, so that the SDK repeats the request. */
function loseFirst(lost: Reaction, writer?: string): void {
  let item: unknown
  aws.react = ({ operation, input }) => {
    if (operation === 'GetSecretValue') return undefined
    if (operation === 'GetItem') return { body: item ? { Item: item } : {} }
    if (item) return { error: 'ConditionalCheckFailedException' }
    item = { ...(input.Item as object), ...(writer && { writeId: { S: writer } }) }
    return lost
  }
}

beforeAll(async () => {
  aws = await startAws()
})
beforeEach(() => {
  for (const [name, value] of Object.entries({ ...environment, ...aws.variables })) vi.stubEnv(name, value)
  aws.setSecret('sources', { shopify: [secret], standard: [secret] })
})
afterEach(() => {
  vi.unstubAllEnvs()
  aws.clear()
})
afterAll(async () => await aws.close())

const deliveries = { 'shop-webhook': refundDelivery(secret), 'form-webhook': formDelivery(secret) }

describe('a write to the table whose answer was lost', () => {
  it.each<[lost: Reaction, keyof typeof deliveries, status: string, writer?: string]>([
    ['hang up', 'shop-webhook', 'accepted'],
    ['silence', 'shop-webhook', 'accepted'],
    ['hang up', 'form-webhook', 'accepted'],
    ['hang up', 'shop-webhook', 'duplicate', 'another'],
  ])('with a %s is reported by %s as %s: the stored writeId says whose it is', async (lost, name, status, writer) => {
    loseFirst(lost, writer)
    const answer = await invoke(await load(name), deliveries[name], 5_000)
    expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining(`"${status}"`) })
    expect(aws.toTables().map(({ operation }) => operation)).toEqual(['PutItem', 'PutItem', 'GetItem'])
  })
})
