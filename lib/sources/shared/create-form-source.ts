import type * as z from 'zod'
import type { Report } from '../report.ts'
import type { Delivery, Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptForm, type FormSender } from './accept-form.ts'
import { signWith } from './signature.ts'
import { formTopics, type Submission, translateForm } from './translate-form.ts'
import { deliveryKeyOf, readMessage } from './translation.ts'

type FormService = FormSender & {
  /** The submission in a delivery, or how an event without a submission ends. Never throws. */
  read: (delivery: Pick<Delivery, 'body' | 'headers'>) => Submission | Translation
}

type Read<Shape extends z.ZodType> = (content: z.output<Shape>) => Submission | Translation

/** `read` of a service that sends JSON of this shape; `fields`: those that it requires. */
export const readJson =
  <Shape extends z.ZodType>(shape: Shape, fields: readonly string[], toSubmission: Read<Shape>): FormService['read'] =>
  ({ body }) => {
    const checked = readMessage(body, shape, fields)
    return 'ending' in checked ? checked : toSubmission(checked.content)
  }

const byWithdrawal = { tells: { withdrawal: 'comment' }, withdrawals: { return: 'return' } } as const
const asked = { what: 'with_articles', kind: 'announcement', effect: 'return', otherwise: 'comment' } as const
const formReports: readonly Report[] = [
  { topics: ['return'], ...asked, by: byWithdrawal },
  { topics: ['comment'], what: 'without_articles', effect: 'comment', by: { tells: { withdrawal: 'comment' } } },
]

/** A source for a form service. Form services differ only in proof and payload. */
export function createFormSource({ read, ...given }: FormService): Source {
  /** For a sender whose `read` gives the delivery key. */
  const deliveryKey: FormSender['deliveryKey'] = (delivery) => {
    const submission = read(delivery)
    return 'answers' in submission ? submission.deliveryKey : undefined
  }
  const sender: FormSender = { deliveryKey, ...given }
  const { proof, uri } = sender
  const translate = (event: SourceEvent, settings: SourceSettings): Translation => {
    const submission = read(event)
    if (!('answers' in submission)) return submission
    return translateForm(submission.key || deliveryKeyOf(event), submission, { source: event.source, settings })
  }
  const sign: Source['sign'] = (input, secret) => {
    const contentType = { 'content-type': input.contentType }
    if (proof === 'token') return { path: `${input.path}/${secret}`, headers: contentType }
    const address = uri?.({ path: input.path, query: '' }, input.publicUrl) ?? ''
    return { path: input.path, headers: { ...contentType, ...signWith(proof, { ...input, uri: address }, secret) } }
  }
  return {
    ...acceptForm(sender),
    topics: formTopics,
    reports: formReports,
    takes: ['fields'],
    ...(uri === undefined ? {} : { needsPublicUrl: true }),
    translate,
    sign,
  }
}
