import { addressRelationTypes } from './constants.ts'
import type { Address, Order } from './schemas.ts'

/**
 * The address that the relation of type 2 points at (specification, Address relation). Undefined where the order has none, or was
 * read without both `addresses` and `addressRelations`.
 */
export function deliveryAddress({
  addresses,
  addressRelations,
}: Pick<Order, 'addresses' | 'addressRelations'>): Address | undefined {
  const relation = addressRelations?.find(({ typeId }) => typeId === addressRelationTypes.delivery)
  return addresses?.find(({ id }) => id === relation?.addressId)
}
