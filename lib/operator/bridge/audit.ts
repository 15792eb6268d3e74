import * as z from 'zod'
import { audit as runAudit } from '../../audit/audit.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { defineCommand } from '../operator.ts'

/** What the daily function does, now: it compares inbox and back office. Says what to do about each finding. */
export const audit = defineCommand({
  name: 'audit',
  input: z.strictObject({}),
  run: async ({ workflow, audits, deadlineMs }) => {
    const { findings, ...report } = await runAudit({ workflow, progress: audits }, deadlineMs)
    const sentences = sentencesOf(workflow.config)
    return { findings: findings.map((one) => ({ ...one, toDo: sentences.finding[one.what] })), ...report }
  },
})
