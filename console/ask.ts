import type { OperatorAnswer } from '../lib/operator/operate.ts'

/** One operator command in, one answer out: in this process, or through the operator Lambda of a stage. `gone`: nobody waits any more. */
export type Ask = (
  command: { command: string } & Record<string, unknown>,
  gone?: AbortSignal,
) => Promise<OperatorAnswer>
