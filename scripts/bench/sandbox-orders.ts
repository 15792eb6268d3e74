/** An order of one article in the sandbox, which the bridge can write a return for. */
export const anOrder = (id: number) => ({
  ...{ id, typeId: 1, statusId: 7, plentyId: 1, referrerId: 9, properties: [{ typeId: 7, value: `E-${id}` }] },
  addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: id })),
  addresses: [{ id, options: [] }],
  orderItems: [
    { itemVariationId: 1101, quantity: 1, orderItemName: 'Mug', properties: [{ typeId: 98, value: 'MUG' }] },
  ],
})

/** An entry of `orders` in `GET /sandbox/state`, as far as it counts here. */
export type SandboxOrder = { typeId: number; orderReferences: readonly { referenceOrderId: number }[] }

/** The orders that the returns among these belong to, once for each return. */
export const ordersOfReturns = (records: readonly SandboxOrder[]): number[] =>
  records
    .filter(({ typeId }) => typeId === 3)
    .flatMap(({ orderReferences }) => orderReferences.map(({ referenceOrderId }) => referenceOrderId))
