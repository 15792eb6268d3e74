import type { Right } from './rights.ts'

/**
 * Records as docs/back-office.md 4.1 to 4.8, 6.1, 8.1, 9.1 define them. The types name the fields that the sandbox
 * reads; whatever else a record was given is kept and shown.
 */

type Property = { typeId: number; value: string }

/** Holds `purchasePrice` and other prices: confidential, a client must not show or log them. */
export type Amount = { id: number; orderItemId: number; priceGross?: number; purchasePrice?: number }

export type OrderItem = {
  id: number
  orderId: number
  typeId: number
  itemVariationId: number
  quantity: number
  orderItemName: string
  amounts: Amount[]
  references: { referenceType: string; referenceOrderItemId: number }[]
  properties: Property[]
}

export type OrderReference = { id: number; orderId: number; referenceType: string; referenceOrderId: number }

type AddressRelation = { typeId: number; addressId: number }

export type Address = { id: number; options?: { typeId: number; value: string }[] }

export type Order = {
  id: number
  typeId: number
  plentyId: number
  locationId: number | null
  referrerId: number
  ownerId: number | null
  statusId: number
  /** Links the order to a contact; the REST interface shows it as an entry of `relations`. */
  contactId: number | null
  /** Epoch milliseconds; the REST interface shows local time with its offset. */
  createdAtMs: number
  updatedAtMs: number
  orderReferences: OrderReference[]
  orderItems: OrderItem[]
  properties: Property[]
  addressRelations: AddressRelation[]
  addresses: Address[]
  shippingPackages: Record<string, unknown>[]
  documents: Record<string, unknown>[]
}

/** `text` is HTML and is kept exactly as it was sent (docs/back-office.md 6.4). */
export type Comment = {
  id: number
  referenceType: string
  referenceValue: number
  userId: number | null
  createdAtMs: number
  text: string
  isVisibleForContact: boolean
}

export type Contact = {
  id: number
  email: string
  firstName: string
  lastName: string
  /** `'1'` for a guest (docs/back-office.md 8.1). */
  singleAccess: '0' | '1'
  options: { typeId: number; value: string }[]
  number?: string
}

/** Whatever else was sent, such as a language, is kept. */
type Availability = { imageId: number; type: string; value: number; [field: string]: unknown }

export type ItemImage = {
  id: number
  itemId: number
  /** Null if all variations of the article share the image. */
  variationId: number | null
  fileType: string
  path: string
  position: number
  url: string
  names: { lang: string; name: string }[]
  availabilities: Availability[]
}

export type ApiUser = {
  id: number
  username: string
  password: string
  locked: boolean
  failedLogins: number
  /** What its role does not allow. Absent: it allows everything. */
  lacks?: Right[]
}

/** A carrier label of the event action (docs/back-office.md 5.5). `failed` if the owner is not an API user (5.3). */
export type Label = {
  id: number
  orderId: number
  parentOrderId: number | null
  state: 'created' | 'failed'
  packageNumber: string | null
}
