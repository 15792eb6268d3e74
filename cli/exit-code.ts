import * as z from 'zod'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { argumentsOf } from './operator-arguments.ts'

const examination = z.object({ healthy: z.boolean() })
const written = z.object({ status: z.string() })

/**
 * The exit code of a command that was answered: 1 where the doctor found a fault, 2 where what was to be written ended `held` or
 * `failed`. Who only looks at such an event has got what was asked for.
 */
export function exitCodeOf(command: OperatorCommand, result: unknown): number {
  if (command.name === 'doctor') return examination.safeParse(result).data?.healthy === false ? 1 : 0
  // What writes takes a requestId.
  if (!argumentsOf(command).has('requestId')) return 0
  const status = written.safeParse(result).data?.status
  return status === 'held' || status === 'failed' ? 2 : 0
}
