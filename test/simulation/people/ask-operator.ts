import type { Operator } from '../../../lib/operator/operator.ts'
import type { Town } from '../town/town.ts'

export type Answer = { ok: boolean; error?: { code: string }; result?: Record<string, unknown> }

const secrets: Operator['secrets'] = {
  backOffice: async () => [],
  isPasswordWeak: async () => false,
  sources: async () => 'not readable here',
}

/** What no answer about events may hold: an address or the words of a customer (docs/operator.md, An event). */
const privateWords = /kunde\.|somebody\.else|@example\.com|does not fit|Second line|demo-password|new-password/i

/** Asks the real operator, as a command of a person; undefined: no answer came, or it cannot be asked at the moment. */
export async function ask({ platform }: Town, command: object): Promise<Answer | undefined> {
  const outcome = await platform.invoke('operator', 30_000, ({ code, workflow, session, auditor }, deadlineMs) => {
    const operator = { workflow, session, secrets, audits: auditor.progress, deadlineMs } as Operator
    return code.operate(operator, command)
  })
  const answer = 'ended' in outcome ? (outcome.ended as Answer) : undefined
  return answer?.error?.code === 'retry_later' ? undefined : answer
}

export const secretIn = (what: string, answer: unknown): string[] => {
  const found = privateWords.exec(JSON.stringify(answer))
  return found ? [`${what} shows "${found[0]}"`] : []
}
