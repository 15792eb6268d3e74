import * as z from 'zod'
import { type AuditReport, audit as runAudit } from '../../audit/audit.ts'
import type { Config } from '../../config/config.ts'
import { plainText } from '../../plain-text.ts'
import type { Unread } from '../../reasons.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { defineCommand } from '../operator.ts'

/** What the daily function does, now: it compares inbox and back office. Says what to do about each finding. */
export const audit = defineCommand({
  name: 'audit',
  input: z.strictObject({}),
  run: async ({ workflow, audits, deadlineMs }) =>
    auditView(await runAudit({ workflow, progress: audits }, deadlineMs), workflow.config),
})

export function auditView(report: AuditReport, config: Pick<Config, 'language' | 'retention'>) {
  const { findings, unseen, putOff, retention } = report
  const { held, failed } = retention
  const sentences = sentencesOf(config)
  const { finding: toDo } = sentences
  const saysWhy = (why: Unread) => ({ code: why.code, why: say(sentences.unread, why) })
  const inWords = <Facts extends { why: Unread }>(facts: Facts) => ({ ...facts, ...saysWhy(facts.why) })
  const overdue = { held, failed, days: config.retention.days }
  return {
    ...report,
    findings: findings.map((one) => ({ ...one, says: plainText(sentences.found(one)), toDo: toDo[one.what] })),
    unseen: unseen.map(inWords),
    ...(putOff && { putOff: inWords(putOff) }),
    retention: { ...retention, ...(held + failed > 0 && { says: sentences.overdue(overdue) }) },
  }
}
