import * as z from 'zod'
import type { Request } from '../commands.ts'
import { isKind, sourceKinds } from '../sources/registry.ts'
import { isFormField } from '../sources/shared/form-fields.ts'
import type { Source, SourceEvent } from '../sources/source.ts'

/** The event that `skip` and `translate` get. `payload` is the parsed body, undefined if the body is not JSON. */
export type ConfiguredEvent = SourceEvent & { payload: unknown }
type WithOptionalKey<T> = T extends Request ? Omit<T, 'key'> & { key?: string } : never
export type TranslatedCommand = WithOptionalKey<Request>
/** `operator` is the source of operator commands, `constructor` a property of every object. */
const reservedNames = ['operator', 'constructor']
export const sourceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'use lower-case letters, digits and dashes: the name is part of the address')
  .refine((name) => !reservedNames.includes(name), {
    error: `choose another name: ${reservedNames.join(' and ')} are reserved`,
  })

const kind = z.custom<string | Source>(isKind, {
  error: `use one of: ${sourceKinds.join(', ')}; or a sender of your own (docs/senders.md, "Add a sender")`,
})

const oursAre =
  'use order_number, order_label, email, sku, quantity, reason or note, or sku_2, quantity_2, ... (see docs/senders.md)'
const ourField = z.string(oursAre).refine(isFormField, oursAre)
const fieldsRule = 'write an object from field names of the form to ours, such as { nr: "order_number" }'
const tellsRule = "write 'announcement', 'receipt', 'refund' or 'withdrawal'"
const titleRule = 'write what people call the source, in 60 characters at most, such as "Return form"'
const topic = z.string('write a topic as text').min(1, 'write a topic')
const isFunction = (value: unknown): boolean => typeof value === 'function'
const referrerRule = 'write a referrer id, such as 9 or 177.01, or the beginning of several as text, such as "143"'
const prefixRule = 'write the beginning of the external numbers, such as "EU-"'
/** Which orders are a source's own: all that is named must fit. */
const ownOrders = z
  .strictObject(
    {
      referrer: z
        .union([z.number().positive(), z.string().regex(/^\d+(\.\d*)?$/, referrerRule)], referrerRule)
        .optional(),
      plentyId: z.int('write the id of a client').nonnegative('write the id of a client').optional(),
      numberPrefix: z.string(prefixRule).trim().min(1, prefixRule).optional(),
    },
    "write what its orders have in common, such as { referrer: 9 }, or 'any'",
  )
  .refine((orders) => Object.values(orders).some((value) => value !== undefined), {
    error: 'name at least one of referrer, plentyId and numberPrefix, or remove this',
  })
export type OwnOrders = z.output<typeof ownOrders>
const statusRule = 'write a status of returns, such as 9.01'
const status = z.number(statusRule).positive(statusRule).optional()
/** With which status a return is made: of goods that are announced, and of goods that have arrived. */
export const returnStatus = z
  .strictObject({ announced: status, received: status }, 'write { announced: 9.01, received: 9.01 }')
  .optional()

/** One entry of `sources`, of any kind. source-mistakes.ts checks what only some kinds have. */
export const sourceConfig = z.strictObject({
  kind,
  /** What people call it. Absent: a name made of its kind. */
  title: z.string(titleRule).trim().min(1, titleRule).max(60, titleRule).optional(),
  /** Topics to act on. Absent: the defaults of the sender (docs/senders.md). */
  on: z.array(topic, 'write a list of topics, such as ["refunds/create"]').optional(),
  /** Forms: from the sender's field name to ours. */
  fields: z.record(z.string(), ourField, fieldsRule).optional(),
  /** Shopware: the app's name in its manifest. */
  appName: z.string('write the name as text').min(1, 'write a name').optional(),
  /** Whether the e-mail must belong to the order. Absent: true for forms, false for `standard` and shops. */
  requireEmail: z.boolean('write true or false').optional(),
  /** What its requests report: a parcel (absent: forms announce it, shops refund it), or for forms a withdrawal from the contract. */
  tells: z.enum(['announcement', 'receipt', 'refund', 'withdrawal'], tellsRule).optional(),
  /** From when on the sender's own returns become one here: approved, paid back, or never. Absent: as the sender's table says. */
  returns: z.enum(['approved', 'refunded', 'never'], "write 'approved', 'refunded' or 'never'").optional(),
  /** Which refunds make a return: of lines that the shop restocked (unless set), or of every line of a shipped order. */
  refunds: z.enum(['restocked', 'shipped'], "write 'restocked' or 'shipped'").optional(),
  /** What a withdrawal becomes. Absent: a comment alone. */
  withdrawals: z.enum(['comment', 'return'], "write 'comment' or 'return'").optional(),
  /** Forms: the shop whose labels people type. Absent: those of all shops. source-mistakes.ts checks the name. */
  labelsOf: z.string('write the name of a shop of `sources`').optional(),
  /** Absent: that of the bridge. */
  returnStatus,
  /** Orders of others do not exist for this source. Absent, or `any`: every order of the back office is open to it. */
  orders: z
    .custom<z.input<typeof ownOrders> | 'any'>()
    .optional()
    .transform((orders, { issues }) => {
      if (orders === undefined || orders === 'any') return orders
      const { data, error } = ownOrders.safeParse(orders)
      // A union would hide which of its settings is wrong.
      for (const issue of error?.issues ?? [])
        issues.push({ ...issue, input: orders } as Parameters<typeof issues.push>[0])
      return data ?? z.NEVER
    })
    .optional(),
  /** True: the event ends `ignored`, or `held` if it declares a withdrawal. */
  skip: z.custom<(event: ConfiguredEvent) => boolean>(isFunction, 'write a function').optional(),
  /**
   * Replaces the sender's own translation. A command without a key gets one from the event's id.
   * @example
   * ```ts
   * import { defineConfig, type TranslatedCommand } from './lib/config/config.ts'
   *
   * const callBack = (): TranslatedCommand[] => [{ type: 'add-comment', order: { id: 10_001 }, text: 'Call back.' }]
   * export default defineConfig({ sources: { desk: { kind: 'standard', translate: callBack } } })
   * ```
   */
  translate: z.custom<(event: ConfiguredEvent) => TranslatedCommand[]>(isFunction, 'write a function').optional(),
})
