import type { Operation } from '../operation.ts'
import { ok } from '../reply.ts'
import { countries } from '../seed/countries.ts'

/** Public facts, Paths and parameters: a bare array. */
export const listCountries: Operation = {
  method: 'GET',
  template: '/rest/orders/shipping/countries',
  answer: () => ok(countries),
}
