import type { FormService } from '../shared/accept-form.ts'
import { answersOf, readValue } from '../shared/form-fields.ts'
import { fieldsOf, isObject } from '../shared/json-fields.ts'
import { notAnObject, readJson } from '../shared/translation.ts'
import { notMapped } from '../source.ts'

/** HubSpot: the fields of a workflow by their names, then the contact's properties. A list of CRM events holds no answers. */
export const hubspot: FormService = {
  kind: 'hubspot',
  proof: {
    signs: 'method+uri+body+time',
    encoding: 'base64',
    headers: { signature: 'x-hubspot-signature-v3', time: 'x-hubspot-request-timestamp' },
  },
  makesSecret: true,
  uri: addressOf,
  read: ({ body }) => {
    const message = readJson(body)
    if ('ending' in message) return message
    if (Array.isArray(message.content)) return notMapped({ problem: 'crm_events' })
    const contact = fieldsOf(message.content)
    if (!contact) return notAnObject
    const { properties, ...own } = contact
    const ofContact = Object.entries(fieldsOf(properties) ?? {})
    const answers = ofContact.map(([key, value]) => ({ keys: [key], ...readProperty(value) }))
    return { answers: [...answersOf(own), ...answers], choicesIn }
  },
}

/** `properties` are `{name: {value}}`, in later versions `{name: value}`. */
const readProperty = (value: unknown) => readValue(isObject(value) && 'value' in value ? value.value : value)
/** HubSpot joins the values of several checkboxes by semicolons, which no value of its own can hold. */
const choicesIn = (text: string): string[] => text.split(';')

/** HubSpot decodes these in the address before it signs it (validating requests, version 3). */
const decoded = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

/** The signed address is built from `publicUrl`, because anyone can write a Host header. */
function addressOf({ path, query }: { path: string; query: string }, publicUrl: string | undefined) {
  if (!publicUrl) return undefined
  const uri = `${publicUrl.replace(/\/+$/, '')}${path}${query ? `?${query}` : ''}`
  return uri.replace(decoded, (escaped) => decodeURIComponent(escaped))
}
