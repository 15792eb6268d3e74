import * as z from 'zod'

const years = 10
/** The audit looks a week back, and late duplicates come within days: below this the ledger would be missed. */
const leastLedgerDays = 30
const ledgerRule = `write whole days from ${leastLedgerDays} to ${years * 365}`

const shape = z.strictObject({
  /** Days after its end for which an event keeps payload, headers and the words of people. */
  payloadDays: z
    .int('write whole days, such as 30')
    .positive({ error: 'write at least one day', abort: true })
    .max(years * 365, { error: `write at most ${years * 365} days`, abort: true })
    .default(30),
  /** Days after its end for which an event keeps what answers late duplicates: its id, and what was written for it. */
  ledgerDays: z
    .int(ledgerRule)
    .min(leastLedgerDays, { error: ledgerRule, abort: true })
    .max(years * 365, { error: ledgerRule, abort: true })
    .default(400),
})

/** `retention` of bridge.config.ts. */
export const retentionConfig = shape
  .refine(({ payloadDays, ledgerDays }) => ledgerDays >= payloadDays, {
    path: ['ledgerDays'],
    error: 'write no less than payloadDays: the ledger outlives the payload',
  })
  .prefault({})
