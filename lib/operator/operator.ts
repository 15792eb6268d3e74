import type * as z from 'zod'
import type { Workflow } from '../workflow/workflow.ts'

/** What operator commands work with; `deadlineMs`: when the function is ended, epoch ms. */
export type Operator = { workflow: Workflow; deadlineMs: number }

/** One command: its arguments are checked by `input`, and it throws `Rejected` where it is refused or impossible. */
export type OperatorCommand<Input extends z.ZodType = z.ZodType> = {
  name: string
  input: Input
  run(operator: Operator, input: z.output<Input>): Promise<unknown>
}

/** Ties the input's shape to what `run` is given. */
export const defineCommand = <Input extends z.ZodType>(command: OperatorCommand<Input>): OperatorCommand =>
  command as unknown as OperatorCommand
