import { parseJson } from '../../parse-json.ts'
import type { Delivery } from '../source.ts'
import type { FormSender } from './accept-form.ts'
import { fieldsOf, givenText, isAbsent, isAbsentOrList, readFields, readHeader } from './delivery-parts.ts'
import { parseContentType, parseFormUrlencoded, parseMultipart } from './form-body.ts'
import { readValue } from './form-fields.ts'
import { signedBody, standardKey, standardWebhooks } from './signature-scheme.ts'

type Message = Pick<Delivery, 'body' | 'headers'>

/** Gravity Forms: a flat entry, as JSON or form-encoded. Undefined: the body is neither. */
export function readEntry({ body, headers }: Message): object | undefined {
  const type = parseContentType(readHeader({ headers }, 'content-type'))
  if (type?.essence === 'application/x-www-form-urlencoded')
    return Object.fromEntries(parseFormUrlencoded(body, type.params.get('charset')))
  return readFields(body)
}

/** `answers` is undefined where they cannot be read; undefined: the body is not multipart. */
export function readJotform(delivery: Message) {
  const parts = parseMultipart(delivery.body, readHeader(delivery, 'content-type'))
  if (!parts) return undefined
  const parsed = parseJson(parts.get('rawRequest') ?? '')
  const answers = parsed.ok && typeof parsed.value === 'object' ? parsed.value : null
  return { id: parts.get('submissionID'), answers: answers ?? undefined }
}

/** HubSpot decodes these in the address before it signs it (validating requests, version 3). */
const decoded = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

/** The form services. Those with `token` sign nothing. A message without an id is told apart by its bytes. */
export const formSenders = {
  typeform: {
    kind: 'typeform',
    proof: signedBody('typeform-signature', 'base64', 'sha256='),
    deliveryKey: ({ body }) => {
      const { event_id, event_type, form_response } = readFields(body) ?? {}
      const response = fieldsOf(form_response)
      if (event_type !== 'form_response' || !response || !isAbsentOrList(response.answers)) return undefined
      if (!isAbsent(response.hidden) && !fieldsOf(response.hidden)) return undefined
      return givenText(event_id) ?? givenText(response.token)
    },
  },
  tally: {
    kind: 'tally',
    proof: signedBody('tally-signature', 'base64'),
    deliveryKey: ({ body }) => {
      const { eventId, eventType, data } = readFields(body) ?? {}
      const submission = fieldsOf(data)
      if (eventType !== 'FORM_RESPONSE' || !submission || !isAbsentOrList(submission.fields)) return undefined
      return givenText(eventId) ?? givenText(submission.submissionId) ?? givenText(submission.responseId)
    },
  },
  /** An edited submission keeps its id and is a duplicate. */
  jotform: {
    kind: 'jotform',
    proof: 'token',
    headers: ['content-type'],
    deliveryKey: (delivery) => {
      const submission = readJotform(delivery)
      return submission?.answers && submission.id
    },
  },
  fillout: {
    kind: 'fillout',
    proof: 'token',
    deliveryKey: ({ body }) => {
      const { submissionId, ...lists } = fieldsOf(readFields(body)?.submission) ?? {}
      const { questions, calculations, urlParameters } = lists
      return [questions, calculations, urlParameters].every(isAbsentOrList) ? givenText(submissionId) : undefined
    },
  },
  gravityForms: {
    kind: 'gravity-forms',
    proof: 'token',
    headers: ['content-type'],
    deliveryKey: (delivery) => {
      const id: unknown = Object.entries(readEntry(delivery) ?? {}).find(([name]) => name === 'id')?.[1]
      return readValue(id).texts[0]
    },
  },
  /** The same bytes are the same submission, for they hold its `_date`. */
  formspree: {
    kind: 'formspree',
    proof: { signs: 'time.body', encoding: 'hex', headers: { signature: 'formspree-signature' } },
  },
  hubspot: {
    kind: 'hubspot',
    proof: {
      signs: 'method+uri+body+time',
      encoding: 'base64',
      headers: { signature: 'x-hubspot-signature-v3', time: 'x-hubspot-request-timestamp' },
    },
    makesSecret: true,
    /** Built from `publicUrl`, because anyone can write a Host header. */
    uri: ({ path, query }, publicUrl) => {
      const uri = publicUrl && `${publicUrl.replace(/\/+$/, '')}${path}${query ? `?${query}` : ''}`
      return uri ? uri.replace(decoded, (escaped) => decodeURIComponent(escaped)) : undefined
    },
  },
  /** An edited response keeps its id and has another time: it is another delivery of the same fact. */
  googleForms: {
    kind: 'google-forms',
    proof: { ...standardWebhooks('webhook'), toKey: standardKey },
    deliveryKey: ({ body }) => {
      const { responseId, submittedAt, answers } = readFields(body) ?? {}
      const id = givenText(responseId)
      if (id === undefined || !Array.isArray(answers)) return undefined
      return [id, givenText(submittedAt)].filter((part) => part !== undefined).join('.')
    },
  },
} as const satisfies Record<string, FormSender>
