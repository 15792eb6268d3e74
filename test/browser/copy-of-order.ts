type Order = { id: number; orderItems: { id: number }[]; properties: { typeId: number; value: string }[] }
export type Copy = { id: number; externalNumber: string; lineIds: number[] }

let copies = 0

/** A new sales order like one of the demo, for a test that shares its bridge with others. */
export async function copyOfOrder(sandboxUrl: string | undefined, of: number): Promise<Copy> {
  const { orders } = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as { orders: Order[] }
  const found = orders.find(({ id }) => id === of)
  if (!found) throw new Error(`the sandbox has no order ${of}`)
  copies += 1
  const externalNumber = `COPY-${copies}-OF-${of}`
  const { id: _, ...order } = found
  const orderItems = order.orderItems.map(({ id: __, ...item }) => item)
  const properties = order.properties.map((one) => (one.typeId === 7 ? { ...one, value: externalNumber } : one))
  const body = JSON.stringify({ ...order, orderItems, properties })
  const made = (await (await fetch(`${sandboxUrl}/sandbox/orders`, { method: 'POST', body })).json()) as Order
  return { id: made.id, externalNumber, lineIds: made.orderItems.map(({ id }) => id) }
}
