import { withoutUndefined } from '../without-undefined.ts'

/** Paths that docs/back-office.md has as stated. */
export const statedRoutes = {
  login: '/rest/login',
  order: '/rest/orders/{orderId}',
  newOrder: '/rest/orders',
  comments: '/rest/comments',
  /** For reading only: a POST answers 200 with HTML and stores nothing (docs/back-office.md 6.2). */
  commentsOfOrder: '/rest/comments/order/{orderId}',
  imagesOfItem: '/rest/items/{itemId}/images',
  imagesOfVariation: '/rest/items/{itemId}/variations/{variationId}/images',
  imageAvailabilities: '/rest/items/{itemId}/images/{imageId}/availabilities',
} as const

/** Paths that nobody has stated, all read only: `backOffice.routes` sets own ones, with the same placeholders. */
export const assumedRoutes = {
  /** Lists of orders: by type, status, parent order and time. */
  orders: '/rest/orders',
  ordersByNumber: '/rest/orders',
  ordersOfContact: '/rest/orders/contacts/{contactId}',
  contacts: '/rest/accounts/contacts',
  user: '/rest/user',
  /** Only `doctor` reads it: the statuses of this system with their names. */
  statuses: '/rest/orders/statuses',
  /** Several articles by their ids, with the SKUs that markets have for them. */
  variations: '/rest/items/variations',
} as const
export type AssumedRoute = keyof typeof assumedRoutes
export type Routes = typeof statedRoutes & Readonly<Record<AssumedRoute, string>>
export type RoutesOverride = Partial<Record<AssumedRoute, string>>

export const routesWith = (override: RoutesOverride = {}): Routes => ({
  ...statedRoutes,
  ...assumedRoutes,
  ...withoutUndefined(override),
})

export const placeholdersOf = (route: string): string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Names of query parameters. S marks those that are stated; the rest is public, and is changed here. */
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
  referrerId: 'referrerId',
  createdFrom: 'createdAtFrom',
  createdTo: 'createdAtTo',
  updatedFrom: 'updatedAtFrom',
  updatedTo: 'updatedAtTo',
  /** Finds the equal address; `contactEmail` also finds what resembles (docs/back-office.md 8.2). */
  contactEmail: 'email',
  /** Of variations: ids with commas between them, and what to load (docs/back-office.md 4.5). */
  ids: 'id',
  variationWith: 'with',
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
/** Public, not one of the stated names: asked for only where lines carry no SKU (docs/back-office.md 4.5). */
export const withVariation = 'orderItems.variation'
export type OrderWith = (typeof orderWith)[number] | typeof withVariation

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
