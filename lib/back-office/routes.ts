/**
 * Paths and parameter names. S marks what docs/back-office.md has as stated; the rest is public, and can be
 * overridden here in one place.
 */
export const routes = {
  login: '/rest/login', // S
  order: '/rest/orders/{orderId}', // S
  orders: '/rest/orders', // S for POST
  ordersOfContact: '/rest/orders/contacts/{contactId}',
  contacts: '/rest/accounts/contacts',
  comments: '/rest/comments', // S
  /** For reading only: a POST answers 200 with HTML and stores nothing (docs/back-office.md 6.2). */
  commentsOfOrder: '/rest/comments/order/{orderId}', // S
  imagesOfItem: '/rest/items/{itemId}/images', // S
  imagesOfVariation: '/rest/items/{itemId}/variations/{variationId}/images', // S
  imageAvailabilities: '/rest/items/{itemId}/images/{imageId}/availabilities', // S
  user: '/rest/user',
} as const

export const parameters = {
  with: 'with[]', // S
  itemsPerPage: 'itemsPerPage', // S
  page: 'page',
  orderType: 'orderType', // S
  statusFrom: 'statusFrom', // S
  statusTo: 'statusTo', // S
  externalNumber: 'externalOrderId',
  contactId: 'contactId',
  parentOrderId: 'parentOrderId',
  createdFrom: 'createdAtFrom',
  updatedFrom: 'updatedAtFrom',
  /** Finds the equal address; `contactEmail` also finds what resembles (docs/back-office.md 8.2). */
  contactEmail: 'email',
} as const

/** Some routes clamp it, so paging never counts with it (docs/back-office.md 7.2). */
export const maxItemsPerPage = 250

/** Values of `with[]` (docs/back-office.md 4.2). */
export const orderWith = [
  'addresses',
  'addressRelations',
  'orderItems',
  'orderItems.properties',
  'properties',
  'orderReferences',
  'shippingPackages',
  'documents',
] as const
export type OrderWith = (typeof orderWith)[number]

/** What the bridge needs of a sales order to plan a return, in one call (docs/back-office.md 4.2). */
export const fullOrder = [
  'addresses',
  'addressRelations',
  'orderItems.properties',
  'properties',
  'orderReferences',
] as const satisfies readonly OrderWith[]

/** Also says `orderItems`, for servers that do not read the dot notation as both. */
export const returnWith = ['orderItems', 'orderReferences'] as const satisfies readonly OrderWith[]
