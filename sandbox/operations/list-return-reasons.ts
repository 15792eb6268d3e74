import type { Operation } from '../operation.ts'
import { ok } from '../reply.ts'
import { returnReasons } from '../seed/return-reasons.ts'

/** A bare array (docs/back-office.md 4.5). */
export const listReturnReasons: Operation = {
  method: 'GET',
  template: '/rest/returns/reasons',
  right: 'orders.read',
  answer: () => ok(returnReasons.map(({ id, reason }) => ({ id, reason, names: [{ lang: 'en', name: reason }] }))),
}
