import { type AttributeValue, fromAttributes, toAttributes } from '../../aws/attribute-value.ts'
import type { SignedCall } from '../../aws/signed-call.ts'
import type { Items } from './items.ts'

export const signedItems = (call: SignedCall): Items => ({
  put: async ({ Item, ...input }) => {
    await call('PutItem', { ...input, Item: toAttributes(Item) })
  },
  get: async ({ Key, ...input }) => {
    const { Item } = await call('GetItem', { ...input, Key: toAttributes(Key) })
    return Item === undefined ? undefined : fromAttributes(Item as Record<string, AttributeValue>)
  },
  update: async ({ Key, ExpressionAttributeValues, ...input }) => {
    const values = toAttributes(ExpressionAttributeValues)
    await call('UpdateItem', { ...input, Key: toAttributes(Key), ExpressionAttributeValues: values })
  },
})
