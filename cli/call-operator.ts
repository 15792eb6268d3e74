import type { EventView } from '../console/event-shapes.ts'
import { isRisky } from '../console/is-risky.ts'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { askOperator } from './ask-operator.ts'
import { isBulk, isWanted, moveMany } from './bulk.ts'
import { exitCodeOf } from './exit-code.ts'
import { type Asked, readArguments } from './operator-arguments.ts'
import { withProgress } from './progress.ts'
import { showAnswer } from './show/answer.ts'
import { nextPage } from './show/next-page.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Sends one command to the running bridge, or to a deployed stage. Prints the result for people, or as JSON, or the error as a sentence,
 * and returns the exit code.
 */
export async function callOperator(
  command: OperatorCommand,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const asked = readArguments(command, args)
  if (isBulk(asked)) return await moveMany(asked, surroundings)
  if (!(await isMeant(asked, surroundings))) {
    surroundings.err('Nothing was moved.\n')
    return 1
  }
  const answer = await withProgress(surroundings, askOperator(asked.input, asked, surroundings))
  if (!answer.ok) {
    const { code, message } = answer.error
    surroundings.err(`${message} (${code})\n`)
    return 1
  }
  if (asked.isJson) surroundings.out(`${JSON.stringify(answer.result, null, 2)}\n`)
  else {
    const { print = surroundings.out, screen = { hasColours: false } } = surroundings
    print(`${showAnswer(answer.result, screen)}${nextPage(command.name, args, answer.result)}`)
  }
  return exitCodeOf(command, answer.result)
}

/** Asks on a terminal before a release that may make a second label, as the page of the event does. */
async function isMeant(asked: Asked, surroundings: Surroundings): Promise<boolean> {
  const { command, id } = asked.input
  const { terminal } = surroundings
  if (command !== 'event.release' || id === undefined || asked.isJson || asked.isYes || !terminal) return true
  const answer = await askOperator({ command: 'event.get', id }, asked, surroundings)
  if (!answer.ok || !isRisky(answer.result as EventView)) return true
  return await isWanted(command, 1, surroundings)
}
