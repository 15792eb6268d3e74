import { createChance } from '../random.ts'
import type { Town } from '../town/town.ts'
import { ask, secretIn } from './ask-operator.ts'

/** The codes that a refused read can have (docs/errors.md); `internal` only where a table could not be reached. */
const refusals: ReadonlySet<string> = new Set([
  ...['not_found', 'conflict', 'rejected', 'retry_later', 'login_closed', 'internal'],
])

/**
 * Operators who look while the weather is bad. What they read is right now on its way, so only this is judged: the answer has a known
 * form, shows nobody's words, names nothing twice; and that nothing flew, which the machine's log tells.
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
          ...(command.command.startsWith('order') ? [] : secretIn(command.command, answer)),
        ]
        town.truth.violations.push(...wrong.map((what) => `misread: ${what}`))
      })
    })
  }
}
