import * as z from 'zod'
import type { Command } from '../commands.ts'
import { isFormField } from '../sources/form-fields.ts'
import { isKind, sourceKinds } from '../sources/registry.ts'
import type { Source, SourceEvent } from '../sources/source.ts'

/** An event as `skip` and `translate` see it: `payload` is the body parsed as JSON, or undefined where it is none. */
export type ConfiguredEvent = SourceEvent & { payload: unknown }

type Unwished<T> = T extends Command ? Omit<T, 'key'> & { key?: string } : never
/** A command as a configured `translate` writes it. */
export type TranslatedCommand = Unwished<Command>

/** `operator` is the source of operator commands; the other is a property of every object. */
const reservedNames = ['operator', 'constructor']

/** A name of `sources`. */
export const sourceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'use lower-case letters, digits and dashes: the name is part of the address')
  .refine((name) => !reservedNames.includes(name), { error: `these names are taken: ${reservedNames.join(', ')}` })

const kind = z.custom<string | Source>(isKind, {
  error: `use one of: ${sourceKinds.join(', ')}; or a sender of your own (docs/senders.md, "Add a sender")`,
})

const oursAre =
  'use order_number, order_label, email, sku, quantity, reason or note, or sku_2, quantity_2, ... (see docs/senders.md)'
const ourField = z.string(oursAre).refine(isFormField, oursAre)
const topic = z.string('write a topic as text').min(1, 'write a topic')
const isFunction = (value: unknown): boolean => typeof value === 'function'

/** One entry of `sources`, whatever its kind; what only some kinds know is looked at in source-mistakes.ts. */
export const sourceConfig = z.strictObject({
  kind,
  /** Topics to act on; absent: what the sender's page in docs/senders.md names. */
  on: z.array(topic, 'write a list of topics, such as ["refunds/create"]').optional(),
  /** Forms: from the sender's field key to ours. */
  fields: z
    .record(z.string(), ourField, 'write an object from field keys of the form to ours, such as { nr: "order_number" }')
    .optional(),
  /** Shopware: the name of the app in its manifest. */
  appName: z.string('write the name as text').min(1, 'write a name').optional(),
  /** Whether the e-mail must belong to the order; absent: true for forms, false for `standard` and shops. */
  requireEmail: z.boolean('write true or false').optional(),
  /** True: the event ends `ignored`. */
  skip: z.custom<(event: ConfiguredEvent) => boolean>(isFunction, 'write a function').optional(),
  /** Replaces the sender's own translation. A missing wish becomes the event's own. */
  translate: z.custom<(event: ConfiguredEvent) => TranslatedCommand[]>(isFunction, 'write a function').optional(),
})
