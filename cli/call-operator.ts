import type { EventView } from '../console/event-shapes.ts'
import { isRisky } from '../console/is-risky.ts'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { askOperator } from './ask-operator.ts'
import { isBulk, isWanted, moveMany, questionOfMany } from './bulk.ts'
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
    surroundings.err('Nothing was done.\n')
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

/** A person at a terminal is asked before what costs a label, stops everything or cannot be undone, as the pages do. */
async function isMeant(asked: Asked, surroundings: Surroundings): Promise<boolean> {
  const { terminal } = surroundings
  if (!terminal || asked.isJson || asked.isYes) return true
  const question = await questionOf(asked, surroundings)
  return question === undefined || (await isWanted(question, surroundings))
}

/** Throws `CannotStart` where it cannot be told what to ask: then nothing is done. */
async function questionOf(asked: Asked, surroundings: Surroundings): Promise<string | undefined> {
  const { command, id, where, source, dryRun, cursor } = asked.input
  const ask = async (input: Readonly<Record<string, unknown>>) => {
    const answer = await askOperator(input, asked, surroundings)
    if (!answer.ok) throw new CannotStart(`${answer.error.message} (${answer.error.code})`)
    return answer.result
  }
  if (command === 'bridge.pause' && source === undefined) return 'Pause all writes, of every source?'
  if (command === 'event.release' && id !== undefined && where === undefined) {
    const event = (await ask({ command: 'event.get', id })) as EventView
    return isRisky(event) ? questionOfMany(command, 1) : undefined
  }
  if (command !== 'person.forget' || dryRun === true || cursor !== undefined) return undefined
  const { forgotten, more } = (await ask({ ...asked.input, dryRun: true })) as { forgotten: number; more?: true }
  return `Forget ${more ? 'at least ' : ''}${forgotten} ${forgotten === 1 ? 'delivery' : 'deliveries'} about this person, for good?`
}
