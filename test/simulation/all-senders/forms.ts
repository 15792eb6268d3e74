import type { Delivery } from '../facts/fact.ts'
import { deliveryOf, idOf, soon, type WideDraw } from './draw.ts'
import type { WideSource } from './sources.ts'

/** What a customer answers, by our field names. */
export type Answers = Readonly<Record<string, string>>
export type Body = { text: string; contentType: string }

const time = '2026-03-02T09:00:00Z'
const json = (content: object): Body => ({ text: JSON.stringify(content), contentType: 'application/json' })
const entries = (answers: Answers) => Object.entries(answers)

/** As each form service sends a submission (docs/senders.md and local/samples). */
export const formBodies: Partial<Record<WideSource, (answers: Answers, id: string) => Body>> = {
  'w-typeform': typeformBody,
  'w-withdraw': typeformBody,
  'w-tally': (answers, id) =>
    json({
      eventId: id,
      eventType: 'FORM_RESPONSE',
      createdAt: time,
      data: {
        ...{ responseId: id, submissionId: id, formId: 'f', formName: 'Return form' },
        fields: entries(answers).map(([name, value], at) =>
          name === 'reason'
            ? {
                ...{ key: `q${at}`, label: name, type: 'DROPDOWN', value: ['o-2'] },
                options: [
                  { id: 'o-1', text: 'something else' },
                  { id: 'o-2', text: value },
                ],
              }
            : { key: `q${at}`, label: name, type: 'INPUT_TEXT', value },
        ),
      },
    }),
  'w-jotform': (answers, id) => {
    const raw = Object.fromEntries(entries(answers).map(([name, value], at) => [`q${at + 3}_${name}`, forHtml(value)]))
    const parts = { formID: '5555', submissionID: id, rawRequest: JSON.stringify(raw), pretty: 'Order:1', type: 'WEB' }
    const text = Object.entries(parts)
      .map(([name, value]) => `--bound01\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')
    return { text: `${text}--bound01--\r\n`, contentType: 'multipart/form-data; boundary=bound01' }
  },
  'w-fillout': (answers, id) => {
    const { order_number: number, ...asked } = answers
    const submission = {
      ...{ submissionId: id, submissionTime: time, calculations: [] },
      questions: entries(asked).map(([name, value], at) => ({ id: `q${at}`, name, type: 'ShortAnswer', value })),
      urlParameters: number === undefined ? [] : [{ id: 'order_number', name: 'order_number', value: number }],
    }
    return json({ formId: 'f', formName: 'Return form', submission })
  },
  'w-gravity': (answers, id) =>
    id.endsWith('0')
      ? json({ id, form_id: '3', date_created: '2026-03-02 09:00:00', ...answers })
      : {
          text: new URLSearchParams({ id, form_id: '3', ...answers }).toString(),
          contentType: 'application/x-www-form-urlencoded',
        },
  'w-formspree': (answers, id) =>
    json({ form: 'f', submission: { _date: `${time}#${id}`, ...answers }, keys: Object.keys(answers) }),
  'w-hubspot': (answers, id) => json({ vid: Number(id), properties: Object.fromEntries(entries(answers).map(valued)) }),
  'w-google': (answers, id) => {
    const { email, ...asked } = answers
    return json({
      ...{ responseId: id, submittedAt: time, ...(email !== undefined && { email }) },
      answers: entries(asked).map(([title, value], at) => ({ id: String(1_100 + at), title, value })),
    })
  },
}

function typeformBody(answers: Answers, id: string): Body {
  const { order_number: number, ...asked } = answers
  const typed = (value: string) => ({ type: 'text', text: value })
  const chosen = (value: string) => ({ type: 'choice', choice: { id: 'c1', label: value } })
  return json({
    ...{ event_id: id, event_type: 'form_response' },
    form_response: {
      ...{ form_id: 'f', token: `${id}-token`, submitted_at: time, definition: { id: 'f', title: 'F', fields: [] } },
      ...(number !== undefined && { hidden: { order_number: number } }),
      answers: entries(asked).map(([ref, value], at) => ({
        ...(ref === 'sku' || ref === 'reason' ? chosen(value) : typed(value)),
        field: { id: `a${at}`, type: 'text', ref },
      })),
    },
  })
}

const valued = ([name, value]: [string, string]) => [name, { value }] as const

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }
const forHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? found)

/** Answers as the form of a source sends them. */
export function submitted(draw: WideDraw, source: WideSource, answers: Answers): Delivery {
  const id = idOf(draw)
  const body = formBodies[source]?.(answers, id)
  if (!body) throw new TypeError(`${source} is no form`)
  return deliveryOf(source, { ...body, sentId: id, atMs: soon(draw) })
}
