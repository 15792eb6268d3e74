import type { Constants } from '../constants.ts'
import type { Address, Order } from './schemas.ts'

/**
 * The address that the relation of type 2 points at (docs/back-office.md 4.6). Undefined where the order has none, or
 * was read without both `addresses` and `addressRelations`.
 */
export function deliveryAddress(
  { addresses, addressRelations }: Pick<Order, 'addresses' | 'addressRelations'>,
  { addressRelationTypes }: Pick<Constants, 'addressRelationTypes'>,
): Address | undefined {
  const relation = addressRelations?.find(({ typeId }) => typeId === addressRelationTypes.delivery)
  return addresses?.find(({ id }) => id === relation?.addressId)
}

/** ISO code of the country an order goes to; undefined where its address is not shown, or no table knows its country. */
export function deliveryCountry(
  order: Pick<Order, 'addresses' | 'addressRelations'>,
  constants: Pick<Constants, 'addressRelationTypes' | 'countries'>,
): string | undefined {
  const countryId = deliveryAddress(order, constants)?.countryId
  return countryId === undefined ? undefined : constants.countries[countryId]
}
