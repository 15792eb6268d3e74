import * as z from 'zod'
import { type AuditReport, audit as runAudit } from '../../audit/audit.ts'
import type { Config } from '../../config/config.ts'
import { plainText } from '../../plain-text.ts'
import type { Finding, Unread } from '../../reasons.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { type Sentences, say } from '../../sentences/sentences.ts'
import { defineCommand, defined, iso } from '../operator.ts'
import { aboutView } from '../views/event-views.ts'
import { readable } from '../views/pages.ts'

/** What the daily function does, now: it compares inbox and back office. Says what to do about each finding. */
export const audit = defineCommand({
  name: 'audit',
  input: z.strictObject({}),
  run: async ({ workflow, audits, deadlineMs }) =>
    auditView(await runAudit({ workflow, progress: audits }, deadlineMs), workflow.config),
})

/** What the last audits have found and nobody has settled; `about`: what its event is, where that is still stored. */
export const auditFindings = defineCommand({
  name: 'audit.findings',
  input: z.strictObject({}),
  run: async ({ workflow, audits }) => {
    const { at, list = [], more = 0 } = (await audits.read())?.found ?? {}
    const sentences = sentencesOf(workflow.config)
    const ids = list.flatMap(({ finding }) => finding.event ?? [])
    const events = ids.length === 0 ? [] : (await workflow.inbox.getAll([...new Set(ids)])).flatMap(readable)
    const abouts = new Map(events.map((event) => [event.id, aboutView(event, workflow.config)]))
    const findings = list.toReversed().map(({ finding, foundAt }) => ({
      ...finding,
      ...defined({ about: abouts.get(finding.event ?? '') }),
      foundAt: iso(foundAt),
      ...inWords(finding, sentences),
    }))
    return { findings, ...(more > 0 && { more }), ...(at !== undefined && { auditedAt: iso(at) }) }
  },
})

const inWords = (finding: Finding, sentences: Sentences) => ({
  says: plainText(sentences.found(finding)),
  toDo: sentences.finding[finding.what],
})

export function auditView(report: AuditReport, config: Pick<Config, 'language' | 'retention'>) {
  const { findings, unseen, putOff, retention } = report
  const { held, failed } = retention
  const sentences = sentencesOf(config)
  const saysWhy = (why: Unread) => ({ code: why.code, why: say(sentences.unread, why) })
  const withWhy = <Facts extends { why: Unread }>(facts: Facts) => ({ ...facts, ...saysWhy(facts.why) })
  const overdue = { held, failed, days: config.retention.days }
  return {
    ...report,
    findings: findings.map((one) => ({ ...one, ...inWords(one, sentences) })),
    unseen: unseen.map(withWhy),
    ...(putOff && { putOff: withWhy(putOff) }),
    retention: { ...retention, ...(held + failed > 0 && { says: sentences.overdue(overdue) }) },
  }
}
