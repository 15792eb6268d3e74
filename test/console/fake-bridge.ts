import type { Ask } from '../../console/console-env.ts'
import { type ConsoleOptions, createConsole } from '../../console/create-console.ts'
import type { OperatorAnswer } from '../../lib/operator/operate.ts'
import { createVisitor } from './visitor.ts'

type Asked = { command: string } & Record<string, unknown>
type Answers = Record<string, unknown | ((asked: Asked) => unknown)>

export const refusal = (code: string, message: string): OperatorAnswer =>
  ({ ok: false, error: { code, message } }) as OperatorAnswer

const isAnswer = (value: unknown): value is OperatorAnswer =>
  typeof value === 'object' && value !== null && 'ok' in value

/** A console over answers of the test's own, by command; a plain value is a result. `names`: who decided. */
export function fakeBridge(answers: Answers = {}, options: Partial<ConsoleOptions> = {}) {
  const asked: Asked[] = []
  const names: unknown[] = []
  const reports: unknown[] = []
  const ask: Ask = async ({ by, ...command }) => {
    asked.push(command)
    if (by !== undefined) names.push(by)
    const known = answers[command.command] ?? (command.command === 'stats' ? {} : undefined)
    if (known === undefined) return refusal('not_found', `No ${command.command} here.`)
    const given = typeof known === 'function' ? await known(command) : known
    return isAnswer(given) ? given : { ok: true, result: given }
  }
  let ids = 0
  const app = createConsole({
    ask,
    now: () => Date.parse('2026-03-02T09:00:00Z'),
    newId: () => {
      ids += 1
      return `0000000000000000-${ids}`
    },
    secret: 'secret-of-the-test',
    report: (_message, error) => reports.push(error),
    ...options,
  })
  return { app, asked, names, reports, answers, visitor: createVisitor(app) }
}
