import * as z from 'zod'
import { createFormSource } from '../shared/create-form-source.ts'
import { isObject } from '../shared/delivery-parts.ts'
import { type Answer, answersOf, readValue } from '../shared/form-fields.ts'
import type { Submission } from '../shared/translate-form.ts'
import { readMessage } from '../shared/translation.ts'
import { notMapped, type Translation } from '../source.ts'
import { hubspotSender } from './accept.ts'

/** A contact of a workflow webhook. `properties` are `{name: {value}}`, in later versions `{name: value}`. */
const contact = z.looseObject({ properties: z.record(z.string(), z.unknown()).nullish().catch(undefined) })

/** The fields of the workflow by their names, then the contact's properties. A list of CRM events holds no answers. */
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
