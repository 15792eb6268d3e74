import * as z from 'zod'
import { ok } from '../reply.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'

const path = '/sandbox/options'

const optionsBody = z.strictObject({
  tokenCase: z.enum(['snake', 'camel']).optional(),
  parentsListReturns: z.boolean().optional(),
  numbersAs: z.enum(['number', 'string']).optional(),
  sessionsAs: z.enum(['code', 'words']).optional(),
  itemsPerPageMax: z.int().min(1).max(250).optional(),
  imagesAs: z.enum(['envelope', 'array']).optional(),
  dialect: z.enum(['usual', 'strict']).optional(),
  ignoredFilters: z.array(z.string()).optional(),
  listsLoad: z.boolean().optional(),
  labelStatuses: z.array(z.number().positive()).optional(),
  returnsGetContact: z.boolean().optional(),
  skuIs: z.enum(['property', 'number', 'market', 'nowhere']).optional(),
  variations: z.enum(['loaded', 'ignored', 'refused']).optional(),
  shippingIds: z.enum(['own', 'zero']).optional(),
  showsCustomers: z.boolean().optional(),
})

/** Points that docs/back-office.md leaves open. An option that a call does not name stays as it is. */
export const options: ControlCall[] = [
  { method: 'GET', path, answer: (world) => ok({ options: world.options }) },
  {
    method: 'POST',
    path,
    answer: withBody(optionsBody, (world, changed) => {
      world.options = { ...world.options, ...changed }
      return ok({ options: world.options })
    }),
  },
]
