import * as z from 'zod'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import { NewerFormat } from '../inbox/format.ts'
import { InvariantBroken, logBroken } from '../invariant.ts'
import { traceOf } from '../log.ts'
import { plainText, plainTexts } from '../plain-text.ts'
import { inputMistakes } from './input-mistakes.ts'
import { newerVersion } from './newer-version.ts'
import type { Operator, OperatorCommand } from './operator.ts'

/**
 * Every command that an operator has, by the Lambda console, `POST /operator` and the command line alike. The code of one is loaded by its
 * first use: an invocation runs one of them.
 */
const commands: Readonly<Record<string, () => Promise<OperatorCommand>>> = {
  'event.list': async () => (await import('./event-list.ts')).eventList,
  'event.get': async () => (await import('./event-get.ts')).eventGet,
  'event.replay': async () => (await import('./event-replay.ts')).eventReplay,
  'event.release': async () => (await import('./event-release.ts')).eventRelease,
  'event.discard': async () => (await import('./event-discard.ts')).eventDiscard,
  'event.link': async () => (await import('./event-link.ts')).eventLink,
  'event.correct': async () => (await import('./event-correct.ts')).eventCorrect,
  'event.reveal': async () => (await import('./event-reveal.ts')).eventReveal,
  'event.plan': async () => (await import('./event-plan.ts')).eventPlan,
  why: async () => (await import('./why.ts')).why,
  'order.get': async () => (await import('./order-get.ts')).orderGet,
  'order.find': async () => (await import('./order-find.ts')).orderFind,
  'order.list': async () => (await import('./order-list.ts')).orderList,
  'order.create': async () => (await import('./order-create.ts')).orderCreate,
  'return.create': async () => (await import('./return-create.ts')).returnCreate,
  'return.list': async () => (await import('./return-list.ts')).returnList,
  'comment.add': async () => (await import('./comment-add.ts')).commentAdd,
  'comment.list': async () => (await import('./comment-list.ts')).commentList,
  'contact.find': async () => (await import('./contact-find.ts')).contactFind,
  'image.list': async () => (await import('./image-list.ts')).imageList,
  'image.publish': async () => (await import('./image-publish.ts')).imagePublish,
  'record.forget': async () => (await import('./record-forget.ts')).recordForget,
  'bridge.pause': async () => (await import('./bridge-pause.ts')).bridgePause,
  'bridge.resume': async () => (await import('./bridge-resume.ts')).bridgeResume,
  'login.status': async () => (await import('./login-status.ts')).loginStatus,
  'login.reset': async () => (await import('./login-reset.ts')).loginReset,
  stats: async () => (await import('./stats.ts')).stats,
  doctor: async () => (await import('./doctor.ts')).doctor,
  audit: async () => (await import('./audit.ts')).audit,
}

export const operatorCommandNames: readonly string[] = Object.keys(commands)

/** A command by its name; undefined: there is none. */
export const loadOperatorCommand = async (name: string): Promise<OperatorCommand | undefined> =>
  Object.hasOwn(commands, name) ? await commands[name]?.() : undefined

export const loadOperatorCommands = async (): Promise<OperatorCommand[]> =>
  await Promise.all(Object.values(commands).map((load) => load()))

/** The closed list of codes of a refused or impossible command; docs/errors.md explains each. */
export const operatorErrorCodes = [
  'invalid',
  'unknown_command',
  'not_found',
  'conflict',
  'rejected',
  'retry_later',
  'login_closed',
  'outcome_unknown',
  'internal',
] as const
type ErrorCode = (typeof operatorErrorCodes)[number]

export type OperatorAnswer = { ok: true; result: unknown } | { ok: false; error: { code: ErrorCode; message: string } }

const envelope = z.looseObject({ command: z.string() })

/** Runs one command. Never throws: whatever goes wrong is an answer with a code and a sentence. No text of an answer holds control or
 * direction characters, wherever it comes from. */
export async function operate(operator: Operator, event: unknown): Promise<OperatorAnswer> {
  const asked = envelope.safeParse(event)
  if (!asked.success) return refused('invalid', 'Send a JSON object with a "command".')
  const { command: name, ...given } = asked.data
  const command = await loadOperatorCommand(name)
  if (!command) {
    return refused('unknown_command', `There is no such command. Use one of: ${operatorCommandNames.join(', ')}.`)
  }
  const input = command.input.safeParse(given, { reportInput: true })
  if (!input.success) return refused('invalid', `${name}: ${inputMistakes(input.error)}`)
  try {
    return { ok: true, result: plainTexts(await command.run(operator, input.data)) }
  } catch (error) {
    return explain(operator, error)
  }
}

const refused = (code: ErrorCode, message: string): OperatorAnswer => ({
  ok: false,
  error: { code, message: plainText(message) },
})

/** The message names the first of the details already; one that is part of it says nothing more. */
const inWords = ({ message, details }: Rejected): string =>
  [message, ...details.filter((words) => !message.includes(words))].join(' ')

function explain({ workflow }: Operator, error: unknown): OperatorAnswer {
  if (error instanceof Rejected) {
    const code = error.status === 404 ? 'not_found' : error.status === 409 ? 'conflict' : 'rejected'
    return refused(code, inWords(error))
  }
  if (error instanceof RetryLater) return refused('retry_later', error.message)
  if (error instanceof NewerFormat) return refused('retry_later', newerVersion)
  if (error instanceof LoginClosed) return refused('login_closed', error.message)
  if (error instanceof OutcomeUnknown) return refused('outcome_unknown', error.message)
  if (error instanceof InvariantBroken) logBroken(workflow.log, error)
  else workflow.log.error('operator command failed', traceOf(error))
  return refused('internal', 'The command failed. The log of the operator function shows where.')
}
