import { expect, it } from 'vitest'
import { eventsTable, stateTable } from '../../lib/inbox/tables.ts'

const indexes = eventsTable.GlobalSecondaryIndexes ?? []

it('has the three indexes of the inbox', () => {
  const keys = indexes.map(({ IndexName, KeySchema }) => [
    IndexName,
    ...(KeySchema ?? []).map(({ AttributeName }) => AttributeName),
  ])
  expect(keys).toEqual([
    ['wake', 'wakeShard', 'wakeAt'],
    ['list', 'listKey', 'receivedAt'],
    ['order', 'orderId', 'receivedAt'],
  ])
})

it.each(indexes.map((index) => [index.IndexName, index] as const))(
  'projects into %s what a list shows, and nothing else',
  (_name, index) => {
    const keys = [...(index.KeySchema ?? []), ...(eventsTable.KeySchema ?? [])].map(
      ({ AttributeName }) => AttributeName,
    )
    const shown = [...keys, ...(index.Projection?.NonKeyAttributes ?? [])].filter(
      (column) => column !== 'wakeShard' && column !== 'listKey',
    )
    const summary = [
      'id',
      'source',
      'status',
      'wakeAt',
      'epoch',
      'attempts',
      'orderId',
      'reason',
      'receivedAt',
      'updatedAt',
    ]
    expect(shown.toSorted()).toEqual(summary.toSorted())
  },
)

it.each([eventsTable, stateTable])(
  'defines exactly the attributes that its keys use',
  ({ KeySchema, GlobalSecondaryIndexes, AttributeDefinitions }) => {
    const schemas = [KeySchema, ...(GlobalSecondaryIndexes ?? []).map((index) => index.KeySchema)]
    const used = new Set(schemas.flat().map((key) => key?.AttributeName))
    expect(AttributeDefinitions?.map(({ AttributeName }) => AttributeName).toSorted()).toEqual([...used].toSorted())
  },
)
