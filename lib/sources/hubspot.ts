import * as z from 'zod'
import { hubspotSender } from './accept/hubspot.ts'
import { createFormSource } from './create-form-source.ts'
import { type Answer, answersOf, readValue } from './form-fields.ts'
import { isObject } from './json-fields.ts'
import { notMapped, type Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage } from './translation.ts'

/** A contact of a workflow webhook. `properties` are `{name: {value}}`, in later versions `{name: value}`. */
const contact = z.looseObject({ properties: z.record(z.string(), z.unknown()).nullish().catch(undefined) })

/**
 * HubSpot workflow webhooks: the fields of the workflow by their names, then the contact's properties. Subscriptions send a list of CRM
 * events, which holds no answers.
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

export const hubspot = createFormSource({ ...hubspotSender, read })
