import { operate } from '../../lib/operator/operate.ts'
import type { Operator } from '../../lib/operator/operator.ts'
import { createWorld, type World } from '../workflow/world.ts'

type Answer = { ok: boolean; result?: Record<string, unknown>; error?: { code: string; message: string } }
export type Ask = (command: string, given?: Record<string, unknown>) => Promise<Answer>

/** What commands of a world work with; its secrets are in order unless `changes` says otherwise. */
export const operatorOf = (world: World, changes: Partial<Operator> = {}): Operator => ({
  workflow: world.workflow,
  session: world.session,
  secrets: {
    backOffice: async () => [],
    isPasswordWeak: async () => false,
    sources: async () => ({ without: [], useless: [], sharing: [] }),
  },
  audits: world.audits,
  deadlineMs: world.now() + 120_000,
  ...changes,
})

/** An operator at work on a world; whatever was answered is kept. */
export function createDesk(world: World = createWorld(), changes: Partial<Operator> = {}) {
  const answers: Answer[] = []
  const ask: Ask = async (command, given = {}) => {
    const answer = (await operate(operatorOf(world, changes), { command, ...given })) as Answer
    answers.push(answer)
    return answer
  }
  return { world, ask, answers }
}
