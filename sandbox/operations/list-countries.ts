import type { Operation } from '../operation.ts'
import { ok } from '../reply.ts'
import { countries } from '../seed/countries.ts'

/** A bare array (docs/back-office.md 4.9). */
export const listCountries: Operation = {
  method: 'GET',
  template: '/rest/orders/shipping/countries',
  right: 'orders.read',
  answer: () => ok(countries),
}
