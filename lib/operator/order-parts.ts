import type { Constants } from '../back-office/constants.ts'
import type { Order } from '../back-office/resources/schemas.ts'

/**
 * The fields of a package and of a document that are public (docs/back-office.md 4.8). A record can have more, such as a label with the
 * customer's address, and a path that opens the document: these are left out.
 */
const packageFields = ['id', 'packageId', 'packageNumber', 'returnPackageNumber'] as const
const documentFields = ['id', 'type', 'number', 'createdAt'] as const

type Loaded = Record<string, unknown>

/** Of each address its id, which the relations name, and its country: where somebody lives is nobody's business here. */
const addressesOf = ({ addresses }: Order, { countries }: Pick<Constants, 'countries'>) =>
  addresses?.map(({ id, countryId }) => ({ id, country: countries[countryId ?? 0] ?? null })) ?? null

const only = (fields: readonly string[], records: Loaded[] | null) =>
  records?.map((one) => Object.fromEntries(fields.map((name) => [name, plain(one[name])]))) ?? null

const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)

/** The nested parts of an order that hold more than an operator may see. Null: not loaded, or not shown by the back office. */
export const orderParts = (order: Order, constants: Pick<Constants, 'countries'>) => ({
  addresses: addressesOf(order, constants),
  shippingPackages: only(packageFields, order.shippingPackages),
  documents: only(documentFields, order.documents),
})
