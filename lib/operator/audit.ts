import * as z from 'zod'
import { audit as runAudit } from '../audit/audit.ts'
import { defineCommand } from './operator.ts'

/** What the daily function does, now: it compares inbox and back office. */
export const audit = defineCommand({
  name: 'audit',
  input: z.strictObject({}),
  run: ({ workflow, audits, deadlineMs }) => runAudit({ workflow, progress: audits }, deadlineMs),
})
