import * as z from 'zod'
import { createFormSource, readJson } from '../shared/create-form-source.ts'
import { answersOf, readValue } from '../shared/form-fields.ts'
import { isObject } from '../shared/json-fields.ts'
import { notMapped } from '../source.ts'
import { hubspotSender } from './accept.ts'

/** A contact of a workflow webhook. `properties` are `{name: {value}}`, in later versions `{name: value}`. */
const contact = z.looseObject({ properties: z.record(z.string(), z.unknown()).nullish().catch(undefined) })

/** HubSpot joins the values of several checkboxes by semicolons, which no value of its own can hold. */
const choicesIn = (text: string): string[] => text.split(';')

/** The fields of the workflow by their names, then the contact's properties. A list of CRM events holds no answers. */
const read = readJson(z.union([contact, z.array(z.unknown())]), [], (content) => {
  if (Array.isArray(content)) return notMapped({ problem: 'crm_events' })
  const { properties, ...own } = content
  const ofContact = Object.entries(properties ?? {}).map(([key, value]) => ({ keys: [key], ...readProperty(value) }))
  return { answers: [...answersOf(own), ...ofContact], choicesIn }
})

const readProperty = (value: unknown) => readValue(isObject(value) && 'value' in value ? value.value : value)
export const hubspot = createFormSource({ ...hubspotSender, read })
