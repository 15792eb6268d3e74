import type { Operation } from '../operation.ts'
import { ok } from '../reply.ts'
import { returnReasons } from '../seed/return-reasons.ts'

/** Public facts, Paths and parameters: a bare array. */
export const listReturnReasons: Operation = {
  method: 'GET',
  template: '/rest/returns/reasons',
  answer: () => ok(returnReasons.map(({ id, reason }) => ({ id, reason, names: [{ lang: 'en', name: reason }] }))),
}
