import * as z from 'zod'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import { NewerFormat } from '../inbox/format.ts'
import { InvariantBroken, logBroken } from '../invariant.ts'
import { traceOf } from '../log.ts'
import { plainText, plainTexts } from '../plain-text.ts'
import { audit } from './audit.ts'
import { commentAdd } from './comment-add.ts'
import { commentList } from './comment-list.ts'
import { contactFind } from './contact-find.ts'
import { doctor } from './doctor.ts'
import { eventDiscard } from './event-discard.ts'
import { eventGet } from './event-get.ts'
import { eventLink } from './event-link.ts'
import { eventList } from './event-list.ts'
import { eventRelease } from './event-release.ts'
import { eventReplay } from './event-replay.ts'
import { imageList } from './image-list.ts'
import { imagePublish } from './image-publish.ts'
import { inputMistakes } from './input-mistakes.ts'
import { loginReset } from './login-reset.ts'
import { loginStatus } from './login-status.ts'
import { newerVersion } from './newer-version.ts'
import type { Operator, OperatorCommand } from './operator.ts'
import { orderCreate } from './order-create.ts'
import { orderFind } from './order-find.ts'
import { orderGet } from './order-get.ts'
import { orderList } from './order-list.ts'
import { recordForget } from './record-forget.ts'
import { returnCreate } from './return-create.ts'
import { returnList } from './return-list.ts'
import { stats } from './stats.ts'
import { why } from './why.ts'

/** Every command that an operator has, by the Lambda console, `POST /operator` and the command line alike. */
export const operatorCommands: readonly OperatorCommand[] = [
  eventList,
  eventGet,
  eventReplay,
  eventRelease,
  eventDiscard,
  eventLink,
  why,
  orderGet,
  orderFind,
  orderList,
  orderCreate,
  returnCreate,
  returnList,
  commentAdd,
  commentList,
  contactFind,
  imageList,
  imagePublish,
  recordForget,
  loginStatus,
  loginReset,
  stats,
  doctor,
  audit,
]

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
  const command = operatorCommands.find((candidate) => candidate.name === name)
  if (!command) {
    return refused(
      'unknown_command',
      `There is no such command. Use one of: ${operatorCommands.map((known) => known.name).join(', ')}.`,
    )
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
