import * as z from 'zod'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { argumentsOf } from './operator-arguments.ts'

const diagnosis = z.object({ healthy: z.boolean() })
const written = z.object({ status: z.string() })

/**
 * The exit code of an answered command: 1 if `doctor` found a fault, 2 if a command that writes ended `held` or
 * `failed`, else 0. Reading such an event is a success.
 */
export function exitCodeOf(command: OperatorCommand, result: unknown): number {
  if (command.name === 'doctor') return diagnosis.safeParse(result).data?.healthy === false ? 1 : 0
  // Only commands that write take a requestId.
  if (!argumentsOf(command).has('requestId')) return 0
  const status = written.safeParse(result).data?.status
  return status === 'held' || status === 'failed' ? 2 : 0
}
