import type { Report } from '../report.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptForm, type FormService } from './accept-form.ts'
import { signWith } from './signature.ts'
import { formTopics, translateForm } from './translate-form.ts'
import { deliveryKeyOf } from './translation.ts'

const byWithdrawal = { tells: { withdrawal: 'comment' }, withdrawals: { return: 'return' } } as const
const asked = { what: 'with_articles', kind: 'announcement', effect: 'return', otherwise: 'comment' } as const
const formReports: readonly Report[] = [
  { topics: ['return'], ...asked, by: byWithdrawal },
  { topics: ['comment'], what: 'without_articles', effect: 'comment', by: { tells: { withdrawal: 'comment' } } },
]

/** A source for a form service. */
export function createFormSource(service: FormService): Source {
  const { proof, uri, read } = service
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
    ...acceptForm(service),
    topics: formTopics,
    reports: formReports,
    takes: ['fields'],
    ...(uri === undefined ? {} : { needsPublicUrl: true }),
    translate,
    sign,
  }
}
