import * as z from 'zod'
import { createFormSource } from './create-form-source.ts'
import { type Answer, answersOf, readValue } from './form-fields.ts'
import { signatureSchemes } from './signature-schemes.ts'
import { notMapped, type Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { isObject, readMessage } from './translation.ts'

/** A contact of a workflow webhook. `properties` are `{name: {value}}`, in later versions `{name: value}`. */
const contact = z.looseObject({ properties: z.record(z.string(), z.unknown()).nullish().catch(undefined) })

/** HubSpot decodes these in the address before it signs it (validating requests, version 3). */
const decoded = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

/**
 * HubSpot workflow webhooks: the fields of the workflow by their names, then the contact's properties. Subscriptions send a list of CRM
 * events, which holds no answers. The signed address is built from `publicUrl`, because anyone can write a Host header.
 */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, z.union([contact, z.array(z.unknown())]))
  if ('ending' in checked) return checked
  if (Array.isArray(checked.content)) return notMapped({ problem: 'crm_events' })
  const { properties, ...own } = checked.content
  return { answers: [...answersOf(own), ...Object.entries(properties ?? {}).map(toAnswer)], choicesIn }
}

/** HubSpot joins the values of several checkboxes by semicolons, which no value of its own can hold. */
const choicesIn = (text: string): string[] => text.split(';')

function toAnswer([key, value]: [string, unknown]): Answer {
  const isWrapped = isObject(value) && 'value' in value
  return { keys: [key], ...readValue(isWrapped ? value.value : value) }
}

function addressOf(
  { path, query }: { path: string; query: string },
  publicUrl: string | undefined,
): string | undefined {
  if (!publicUrl) return undefined
  const uri = `${publicUrl.replace(/\/+$/, '')}${path}${query ? `?${query}` : ''}`
  return uri.replace(decoded, (escaped) => decodeURIComponent(escaped))
}

export const hubspot = createFormSource({
  kind: 'hubspot',
  proof: signatureSchemes.hubspot,
  makesSecret: true,
  uri: addressOf,
  read,
})
