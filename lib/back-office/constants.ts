/** The numbers of the back office (docs/back-office.md 4.3 to 4.9); `backOffice.constants` overrides what differs. */

export const orderTypes = { salesOrder: 1, return: 3, creditNote: 4 } as const
/** From the first status to below the second one. */
export type StatusRange = readonly [from: number, below: number]
type Cancelled = { cancelled: readonly StatusRange[] }
/** New returns start at `returnFrom`. Systems add statuses between: 8.1 is cancelled, too (docs/back-office.md 4.3). */
export const statuses = { incomplete: 1, cancelled: [[8, 9]], returnFrom: 9.01, returnTo: 9.02 } as const

export const isCancelled = (statusId: number, { cancelled }: Cancelled): boolean =>
  cancelled.some(([from, below]) => statusId >= from && statusId < below)

type OfReturns = Pick<Constants, 'statuses' | 'returnStatuses'>

export const isActiveReturn = (statusId: number, { statuses, returnStatuses }: OfReturns): boolean =>
  (statusId >= statuses.returnFrom && statusId <= statuses.returnTo) || returnStatuses.includes(statusId)

/** All but the first three and shipping costs are public (docs/back-office.md 4.4). Only the first three can return. */
export const itemTypes = {
  regular: 1,
  bundleMaster: 2,
  bundleComponent: 3,
  coupon: 4,
  giftCard: 5,
  shippingCosts: 6,
  surcharge: 7,
  giftWrap: 8,
  unassigned: 9,
  deposit: 10,
  order: 11,
  dunningCharge: 12,
  set: 13,
  setComponent: 14,
  orderProperty: 15,
} as const
export type ItemKind = keyof typeof itemTypes
export type ReturnableKind = 'regular' | 'bundleMaster' | 'bundleComponent'
export type LeftOutKind = Exclude<ItemKind, ReturnableKind>

export const propertyTypes = {
  warehouse: 1,
  shippingProfile: 2,
  externalOrderNumber: 7,
  sku: 98,
  loyalty: 995,
  /** On an order item. */
  returnReason: 35,
} as const

/** The meaning of type 1 is not stated, but every return has it (docs/back-office.md 4.6). */
export const addressRelationTypes = { billing: 1, delivery: 2 } as const
/** Option type of an e-mail address, on an address record and on a contact (docs/back-office.md 4.6). */
export const emailOptionTypes = { address: 5, contact: 2 } as const

/** Origin channels by kind (docs/back-office.md 4.9). `prefix`: any id that starts with it. */
const referrers = [
  { referrerId: 2, channel: 'large general online marketplace' },
  { referrerId: 9, channel: 'hosted online-shop platform' },
  { referrerId: 14, channel: 'furniture retailer' },
  { prefix: '143', channel: 'retailer 143' },
  { referrerId: 160.1, channel: 'retailer 143 (older id)' },
  { referrerId: 152, channel: 'marketplace of the Dutch-language market' },
  { referrerId: 177.01, channel: 'do-it-yourself retailer' },
] as const

/** Country ids to ISO codes (docs/back-office.md 4.9; the public table differs, the live list is the truth). */
export const countries = {
  1: 'DE',
  2: 'AT',
  3: 'BE',
  4: 'CH',
  8: 'DK',
  9: 'ES',
  12: 'FR',
  14: 'GB',
  19: 'IE',
  20: 'IT',
  25: 'NL',
  27: 'PL',
  28: 'PT',
  33: 'SE',
  51: 'HR',
  165: 'US',
} as const

export type Referrer = { referrerId: number; channel: string } | { prefix: string; channel: string }
/** A table as a deployment may have it: the same names, its own numbers. */
type Numbers<Table> = Record<keyof Table, number>

/** Every table, with what a deployment has overridden. */
export type Constants = {
  orderTypes: Numbers<typeof orderTypes>
  statuses: Numbers<Omit<typeof statuses, keyof Cancelled>> & Cancelled
  itemTypes: Numbers<typeof itemTypes>
  propertyTypes: Numbers<typeof propertyTypes>
  addressRelationTypes: Numbers<typeof addressRelationTypes>
  emailOptionTypes: Numbers<typeof emailOptionTypes>
  /** Means "no reason known" (docs/back-office.md 4.5). */
  defaultReturnReason: string
  /** The beginnings are an assumption (docs/back-office.md 6.3). No user by default: any id can be a person's. */
  automaticComments: { userIds: readonly number[]; startsWith: readonly string[] }
  referrers: readonly Referrer[]
  countries: Readonly<Record<number, string>>
  /** The configured statuses of new returns: these are active, wherever their statuses lie. */
  returnStatuses: readonly number[]
  /** Whether the deployment names the billing relation. Else people see its number alone: relation 1 is not stated. */
  isBillingConfigured: boolean
}

type Replaced = 'referrers' | 'countries' | 'defaultReturnReason' | 'returnStatuses'

export type ConstantsOverride = Partial<Pick<Constants, Replaced>> & {
  [Table in Exclude<keyof Constants, Replaced | 'isBillingConfigured'>]?: Partial<Constants[Table]>
}

export const constantsWith = (override?: ConstantsOverride): Constants => (override ? merged(override) : shipped)

const merged = (override: ConstantsOverride): Constants => ({
  orderTypes: { ...orderTypes, ...override.orderTypes },
  statuses: { ...statuses, ...override.statuses },
  itemTypes: { ...itemTypes, ...override.itemTypes },
  propertyTypes: { ...propertyTypes, ...override.propertyTypes },
  addressRelationTypes: { ...addressRelationTypes, ...override.addressRelationTypes },
  emailOptionTypes: { ...emailOptionTypes, ...override.emailOptionTypes },
  defaultReturnReason: override.defaultReturnReason ?? '1',
  automaticComments: { userIds: [], startsWith: ['[Event action]'], ...override.automaticComments },
  referrers: override.referrers ?? referrers,
  countries: { ...countries, ...override.countries },
  returnStatuses: override.returnStatuses ?? [],
  isBillingConfigured: override.addressRelationTypes?.billing !== undefined,
})

const shipped = merged({})
