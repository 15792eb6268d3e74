import * as z from 'zod'

const status = z.number().min(0).max(1_000)

/** Orders by status, both ends included, without cancelled ones unless `cancelled` asks for them too. */
export const statusRange = {
  statusFrom: status.optional(),
  statusTo: status.optional(),
  cancelled: z.boolean().optional(),
}

/** A range that ends before it begins holds nothing, which would look like an empty list. */
export const isInOrder = ({
  statusFrom,
  statusTo,
}: {
  statusFrom?: number | undefined
  statusTo?: number | undefined
}) => statusFrom === undefined || statusTo === undefined || statusFrom <= statusTo

export const notInOrder = { path: ['statusTo'], error: 'must not be below statusFrom' }
