import { type Answers, formBodies } from '../all-senders/forms.ts'
import type { WideSource } from '../all-senders/sources.ts'
import type { Chance } from '../random.ts'
import { type Becomes, failed, ignored, json, type Reading, type Step, sha256 } from './reading.ts'

export const family = 'forms' as const

/** Whom the forms here are about. */
export const who = { order_number: '1001', email: 'a@example.com' }

/** Each form service: how it names a submission, and so the fact. */
export const services: Record<string, { body: WideSource; key: (id: string) => string }> = {
  typeform: { body: 'w-typeform', key: (id) => `${id}-token` },
  tally: { body: 'w-tally', key: (id) => id },
  jotform: { body: 'w-jotform', key: (id) => id },
  fillout: { body: 'w-fillout', key: (id) => id },
  'gravity-forms': { body: 'w-gravity', key: (id) => id },
  formspree: { body: 'w-formspree', key: () => '{delivery}' },
  hubspot: { body: 'w-hubspot', key: () => '{delivery}' },
  'google-forms': { body: 'w-google', key: (id) => id },
}

/** What one form asks, or how its submission ends; without the key. */
export type Row = readonly [answers: Answers, becomes: object]

export const refused = (problem: string, facts: object = {}): object => failed('mapping', { problem, ...facts })
export const unknownTopic = (topic: string): Becomes => ignored('topic_not_mapped', { problem: 'topic_unknown', topic })
export const asked = (lines: unknown, more: object = {}): object => ({
  ...{ type: 'create-return', order: { externalNumber: who.order_number }, email: who.email, lines },
  ...more,
})

/** One piece of each. */
export const skus = (...names: string[]): object => asked(names.map((sku) => ({ sku, quantity: 1 })))

/** Bodies as one service alone makes them. */
export const sent = (kind: string, steps: readonly Step[], more: object = {}): Reading => ({
  ...{ name: `what ${kind} sends`, family, settings: { kind, ...more }, steps },
})

/** Some of them, each once. */
export function some(chance: Chance, rows: readonly Step[]): Step[] {
  const from = chance.between(0, rows.length - 1)
  return [0, 1, 2].flatMap((at) => rows[(from + at * 2) % rows.length] ?? [])
}

/** The same for the same content. */
export const idOf = (content: unknown): string => sha256(json(content)).slice(0, 12)

/** Some rows of a table, each submitted to the form of one service. */
export function submitted(chance: Chance, name: string, rows: readonly Row[], settings: object = {}): Reading {
  const kind = chance.pick(Object.keys(services))
  const from = chance.between(0, rows.length - 1)
  const chosen = [...rows.slice(from), ...rows.slice(0, from)].slice(0, 5)
  const steps = chosen.map((row, at) => submission(kind, row, String(7_000_000_000_000_000 + at)))
  return { name: `${name} (${kind})`, family, settings: { kind, ...settings } as Reading['settings'], steps }
}

export function submission(kind: string, [answers, becomes]: Row, id: string): Step {
  const service = services[kind]
  const body = service && formBodies[service.body]?.(answers, id)
  if (!service || !body) throw new TypeError(`${kind} is no form`)
  return { ...body, hears: 'accepted', becomes: under(service.key(id), becomes) }
}

export const under = (key: string, becomes: object): Becomes =>
  'status' in becomes ? (becomes as Becomes) : [{ ...becomes, key }]
