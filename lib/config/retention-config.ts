import * as z from 'zod'

const years = 10
/** The audit looks back one week, and late duplicates arrive within days. Both need the ledger. */
const leastLedgerDays = 30
const ledgerRule = `write whole days from ${leastLedgerDays} to ${years * 365}`

const shape = z.strictObject({
  /** Days after its end that an event keeps its payload, its headers and what people wrote. */
  payloadDays: z
    .int('write whole days, such as 30')
    .positive({ error: 'write at least one day', abort: true })
    .max(years * 365, { error: `write at most ${years * 365} days`, abort: true })
    .default(30),
  /** Days after its end that an event keeps what late duplicates need: its id and the ids of what was written. */
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
    error: 'write payloadDays or more: the ledger is kept as long as the payload',
  })
  .prefault({})
