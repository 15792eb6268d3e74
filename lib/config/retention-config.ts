import * as z from 'zod'

const years = 10
/** The audit looks back one week, and late duplicates arrive within days. Both need the records. */
const leastLedgerDays = 30
const daysRule = `write whole days from 1 to ${years * 365}, such as 30`
const ledgerRule = `write whole days from ${leastLedgerDays} to ${years * 365}`

const wholeDays = (least: number, error: string) =>
  z
    .int(error)
    .min(least, { error, abort: true })
    .max(years * 365, { error, abort: true })

const shape = z.strictObject({
  days: wholeDays(1, daysRule).default(30),
  /** Days after the last write that the record of a fact is kept, so that a late duplicate is recognised. */
  ledgerDays: wholeDays(leastLedgerDays, ledgerRule).default(400),
  payloadDays: z.never('write `days` instead: an event is kept whole, and then deleted').optional(),
})

export const retentionConfig = shape
  .refine(({ days, ledgerDays }) => ledgerDays >= days, {
    path: ['ledgerDays'],
    error: 'write as much as days, or more: the record of a fact outlives its event',
  })
  .prefault({})
