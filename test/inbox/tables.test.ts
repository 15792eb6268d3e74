import { expect, it } from 'vitest'
import { eventsTable, stateTable } from '../../lib/tables/dynamodb/tables.ts'

const indexes = eventsTable.GlobalSecondaryIndexes ?? []

it('has the three indexes of the inbox', () => {
  const keys = indexes.map(({ IndexName, KeySchema }) => [
    IndexName,
    ...(KeySchema ?? []).map(({ AttributeName }) => AttributeName),
  ])
  expect(keys).toEqual([
    ['wake', 'wakeShard', 'wakeAt'],
    ['list', 'listShard', 'receivedAt'],
    ['order', 'orderKey', 'receivedAt'],
  ])
})

it('keeps keys alone in every index', () => {
  expect(indexes.map(({ Projection }) => Projection)).toEqual(indexes.map(() => ({ ProjectionType: 'KEYS_ONLY' })))
})

it.each([eventsTable, stateTable])(
  'defines exactly the attributes that its keys use',
  ({ KeySchema, GlobalSecondaryIndexes, AttributeDefinitions }) => {
    const schemas = [KeySchema, ...(GlobalSecondaryIndexes ?? []).map((index) => index.KeySchema)]
    const used = new Set(schemas.flat().map((key) => key?.AttributeName))
    expect(AttributeDefinitions?.map(({ AttributeName }) => AttributeName).toSorted()).toEqual([...used].toSorted())
  },
)
