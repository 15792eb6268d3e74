type Order = { id: number; orderItems: { id: number }[]; properties: Property[]; [more: string]: unknown }
type Property = { typeId: number; value: string }
type Copy = { id: number; externalNumber: string; lineIds: number[] }

let copies = 0

/** A new sales order like one of the demo, for a test that shares its bridge with others. */
export async function copyOfOrder(sandboxUrl: string | undefined, of: number): Promise<Copy> {
  copies += 1
  const externalNumber = `COPY-${copies}-OF-${of}`
  const { id: _, ...order } = await orderOf(sandboxUrl, of)
  const orderItems = order.orderItems.map(({ id: __, ...item }) => item)
  const properties = order.properties.map((one) => (one.typeId === 7 ? { ...one, value: externalNumber } : one))
  const made = await put(sandboxUrl, { ...order, orderItems, properties })
  return { id: made.id, externalNumber, lineIds: made.orderItems.map(({ id }) => id) }
}

/** Changes an order or a return, as somebody does in the back office. */
export const changeOrder = async (sandboxUrl: string | undefined, id: number, fields: object): Promise<Order> =>
  await put(sandboxUrl, { ...(await orderOf(sandboxUrl, id)), ...fields })

/** A person enters a piece of each article, in the order of the order's lines, as a return in the back office. */
export async function returnByHand(sandboxUrl: string | undefined, { id, lineIds }: Copy, articles: number[]) {
  const made = await put(sandboxUrl, {
    typeId: 3,
    statusId: 9.01,
    ownerId: 12,
    orderReferences: [{ referenceType: 'parent', referenceOrderId: id }],
    orderItems: articles.map((itemVariationId, at) => ({
      typeId: 1,
      itemVariationId,
      orderItemName: `Article ${itemVariationId}`,
      quantity: 1,
      references: [{ referenceType: 'parent', referenceOrderItemId: lineIds[at] }],
    })),
  })
  return made.id
}

export async function orderOf(sandboxUrl: string | undefined, id: number): Promise<Order> {
  const { orders } = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as { orders: Order[] }
  return orders.find((one) => one.id === id) ?? Promise.reject(new Error(`the sandbox has no order ${id}`))
}

async function put(sandboxUrl: string | undefined, order: object): Promise<Order> {
  const answer = await fetch(`${sandboxUrl}/sandbox/orders`, { method: 'POST', body: JSON.stringify(order) })
  return (await answer.json()) as Order
}
