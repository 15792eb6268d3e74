import { operate } from '../../lib/operator/operate.ts'
import { createWorld, type World } from '../workflow/world.ts'

type Answer = { ok: boolean; result?: Record<string, unknown>; error?: { code: string; message: string } }

/** An operator at work on a world; whatever was answered is kept. */
export function createDesk(world: World = createWorld()) {
  const answers: Answer[] = []
  const ask = async (command: string, given: Record<string, unknown> = {}): Promise<Answer> => {
    const operator = { workflow: world.workflow, deadlineMs: world.now() + 120_000 }
    const answer = (await operate(operator, { command, ...given })) as Answer
    answers.push(answer)
    return answer
  }
  return { world, ask, answers }
}
