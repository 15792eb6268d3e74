import type { Operator } from '../../../lib/operator/operator.ts'
import { createChance } from '../random.ts'
import type { Town } from '../town/town.ts'

type Answer = { ok: boolean; error?: { code: string }; result?: Record<string, unknown> }

const secrets: Operator['secrets'] = {
  backOffice: async () => [],
  isPasswordWeak: async () => false,
  sources: async () => 'not readable here',
}

/** Asks the real operator, as a command of a person; undefined: no answer came, or it cannot be asked at the moment. */
async function ask({ platform }: Town, command: object): Promise<Answer | undefined> {
  const outcome = await platform.invoke('operator', 30_000, ({ code, workflow, session, auditor }, deadlineMs) => {
    const operator = { workflow, session, secrets, audits: auditor.progress, deadlineMs } as Operator
    return code.operate(operator, command)
  })
  const answer = 'ended' in outcome ? (outcome.ended as Answer) : undefined
  return answer?.error?.code === 'retry_later' ? undefined : answer
}

/** The codes that a refused read can have (docs/errors.md); `internal` only where a table could not be reached. */
const refusals: ReadonlySet<string> = new Set([
  ...['not_found', 'conflict', 'rejected', 'retry_later', 'login_closed', 'internal'],
])

/**
 * Operators who look while the weather is bad. What they read is right now on its way, so only this is judged: the answer has a known
 * form and names nothing twice; and that nothing flew, which the machine's log tells.
 */
export function startLooks(town: Town, seed: number): void {
  const chance = createChance(seed + 2 ** 27)
  const { timeline, places } = town.nature
  for (let turn = chance.between(0, 3); turn > 0; turn -= 1) {
    timeline.after(chance.between(0, town.script.faultyMs), () => {
      void timeline.busy(town.alive()).then(async (events) => {
        const id = events.length > 0 ? chance.pick(events).id : 'nobody/none'
        const orderId = chance.pick(town.wide).orders[0]?.id ?? 1
        const command = chance.pick([
          ...[
            { command: 'event.list', limit: 20 },
            { command: 'event.get', id },
            { command: 'why', id },
          ],
          ...[{ command: 'why', orderId }, { command: 'stats' }, { command: 'login.status' }, { command: 'doctor' }],
          ...[
            { command: 'return.list', orderId },
            { command: 'order.get', orderId },
          ],
        ])
        const answer = await ask(town, command)
        if (!answer) return
        places.reach('what operators read in bad weather')
        const rows = (answer.result?.events ?? []) as { id: string }[]
        const isDoubled = new Set(rows.map((row) => row.id)).size < rows.length
        const isKnown = answer.ok || refusals.has(answer.error?.code ?? '')
        const wrong = [
          ...(isKnown ? [] : [`${command.command} is refused as ${answer.error?.code}`]),
          ...(isDoubled ? [`${command.command} shows an event twice`] : []),
        ]
        town.truth.violations.push(...wrong.map((what) => `misread: ${what}`))
      })
    })
  }
}
