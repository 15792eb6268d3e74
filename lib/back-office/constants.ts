/**
 * The numbers of the back office and what they mean (specification: Resources, Constant tables, States).
 * All of it is data: a deployment overrides what differs through `backOffice.constants` in bridge.config.ts.
 */

export const orderTypes = { salesOrder: 1, return: 3, creditNote: 4 } as const

/** `returnFrom` to `returnTo` is the range of active returns; new returns start at `returnFrom`. */
export const statuses = { incomplete: 1, cancelled: 8, returnFrom: 9.01, returnTo: 9.02 } as const

export const itemTypes = { regular: 1, bundleMaster: 2, bundleComponent: 3, shippingCosts: 6 } as const

export const propertyTypes = {
  warehouse: 1,
  shippingProfile: 2,
  externalOrderNumber: 7,
  sku: 98,
  loyalty: 995,
  /** On an order item. */
  returnReason: 35,
} as const

/** Type 1 is "not shown" in the specification, but goes with every return; public material calls it the billing address. */
export const addressRelationTypes = { billing: 1, delivery: 2 } as const

/** Option type of an e-mail address, on an address record and on a contact (public facts, Records). */
export const emailOptionTypes = { address: 5, contact: 2 } as const

/** Return reason that means "no reason known" (specification, Property). */
export const defaultReturnReason = '1'
