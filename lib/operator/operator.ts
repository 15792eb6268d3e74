import type * as z from 'zod'
import type { Session } from '../back-office/session/session.ts'
import type { AuditStore } from '../state/audit-progress.ts'
import type { Workflow } from '../workflow/workflow.ts'

/** Checks of the configured secrets that never show a value. */
export type SecretChecks = {
  /** What is wrong with the back office's secret, one sentence each; never a value. */
  backOffice(): Promise<string[]>
  /** Whether the password of the API user could be found by trying. */
  isPasswordWeak(): Promise<boolean>
  /**
   * Of the configured sources, those without a secret, those whose secret is too short or in the wrong format for its sender, and groups
   * that share one. `not readable here`: this function may not read them, as when deployed.
   */
  sources(
    configured: Workflow['config']['sources'],
  ): Promise<
    | { without: readonly string[]; useless: readonly string[]; sharing: readonly (readonly string[])[] }
    | 'not readable here'
  >
}

/** What operator commands work with; `deadlineMs`: when the function is ended, epoch ms. */
export type Operator = {
  workflow: Workflow
  session: Pick<Session, 'token' | 'status' | 'reset'>
  secrets: SecretChecks
  deadlineMs: number
  /** How far the daily audit has read. */
  audits: AuditStore
}

/** One command: its arguments are checked by `input`, and it throws `Rejected` where it is refused or impossible. */
export type OperatorCommand<Input extends z.ZodType = z.ZodType> = {
  name: string
  input: Input
  run(operator: Operator, input: z.output<Input>): Promise<unknown>
}

/** Ties the input's shape to what `run` is given. */
export const defineCommand = <Input extends z.ZodType>(command: OperatorCommand<Input>): OperatorCommand =>
  command as unknown as OperatorCommand
