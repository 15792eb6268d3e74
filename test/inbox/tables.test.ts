import { expect, it } from 'vitest'
import { eventsTable, stateTable } from '../../lib/tables/dynamodb/tables.ts'

it.each([eventsTable, stateTable])(
  'defines exactly the attributes that its keys use',
  ({ KeySchema, GlobalSecondaryIndexes, AttributeDefinitions }) => {
    const schemas = [KeySchema, ...(GlobalSecondaryIndexes ?? []).map((index) => index.KeySchema)]
    const used = new Set(schemas.flat().map((key) => key?.AttributeName))
    expect(AttributeDefinitions?.map(({ AttributeName }) => AttributeName).toSorted()).toEqual([...used].toSorted())
  },
)
