import * as z from 'zod'
import { LoginClosed, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import { NewerFormat } from '../inbox/format.ts'
import { InvariantBroken, logBroken } from '../invariant.ts'
import { traceOf } from '../log.ts'
import { plainText, plainTexts } from '../plain-text.ts'
import { sentencesOf } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import { newerVersion, type Operator, type OperatorCommand } from './operator.ts'

/** Every command that an operator has. The code of one is loaded by its first use: an invocation runs one of them. */
const commands: Readonly<Record<string, () => Promise<OperatorCommand>>> = {
  'event.list': async () => (await import('./search/find-events.ts')).eventList,
  'event.get': async () => (await import('./events/event-get.ts')).eventGet,
  'event.replay': async () => (await import('./events/event-moves.ts')).eventReplay,
  'event.release': async () => (await import('./events/event-moves.ts')).eventRelease,
  'event.discard': async () => (await import('./events/event-moves.ts')).eventDiscard,
  'event.link': async () => (await import('./events/event-link.ts')).eventLink,
  'event.correct': async () => (await import('./events/event-correct.ts')).eventCorrect,
  'event.reveal': async () => (await import('./events/event-get.ts')).eventReveal,
  'event.plan': async () => (await import('./events/event-plan.ts')).eventPlan,
  why: async () => (await import('./events/why.ts')).why,
  'order.get': async () => (await import('./orders/orders.ts')).orderGet,
  'order.find': async () => (await import('./orders/orders.ts')).orderFind,
  'order.list': async () => (await import('./orders/order-list.ts')).orderList,
  'order.create': async () => (await import('./orders/orders.ts')).orderCreate,
  'return.create': async () => (await import('./orders/return-create.ts')).returnCreate,
  'return.list': async () => (await import('./orders/return-list.ts')).returnList,
  'comment.add': async () => (await import('./orders/comments.ts')).commentAdd,
  'comment.list': async () => (await import('./orders/comments.ts')).commentList,
  'contact.find': async () => (await import('./orders/contact-find.ts')).contactFind,
  'image.list': async () => (await import('./orders/images.ts')).imageList,
  'image.publish': async () => (await import('./orders/images.ts')).imagePublish,
  'record.forget': async () => (await import('./orders/record-forget.ts')).recordForget,
  'finding.accept': async () => (await import('./orders/finding-accept.ts')).findingAccept,
  'bridge.pause': async () => (await import('./bridge/bridge-pause.ts')).bridgePause,
  'bridge.resume': async () => (await import('./bridge/bridge-pause.ts')).bridgeResume,
  'login.status': async () => (await import('./bridge/login.ts')).loginStatus,
  'login.reset': async () => (await import('./bridge/login.ts')).loginReset,
  stats: async () => (await import('./bridge/stats.ts')).stats,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  audit: async () => (await import('./bridge/audit.ts')).audit,
}

export const operatorCommandNames: readonly string[] = Object.keys(commands)

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

/** Runs one command. Never throws: what goes wrong is an answer with a code. No answer holds control or direction characters. */
export async function operate(operator: Operator, event: unknown): Promise<OperatorAnswer> {
  const asked = envelope.safeParse(event)
  if (!asked.success) return refused('invalid', 'Send a JSON object with a "command".')
  const { command: name, ...given } = asked.data
  const command = await loadOperatorCommand(name)
  if (!command)
    return refused('unknown_command', `There is no such command. Use one of: ${operatorCommandNames.join(', ')}.`)
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
  if (error instanceof RetryLater) return refused('retry_later', laterWords(workflow, error))
  if (error instanceof NewerFormat) return refused('retry_later', newerVersion)
  if (error instanceof LoginClosed) return refused('login_closed', error.message)
  if (error instanceof OutcomeUnknown) return refused('outcome_unknown', error.message)
  if (error instanceof InvariantBroken) logBroken(workflow.log, error)
  else workflow.log.error('operator command failed', traceOf(error))
  return refused('internal', 'The command failed. The log of the operator function shows where.')
}

/** In technical words where there are no others. */
function laterWords({ config }: Operator['workflow'], { message, why, atMs }: RetryLater): string {
  if (!why) return message
  return say(sentencesOf(config).next, { code: 'ask_again', why, ...(atMs !== undefined && { at: atMs }) })
}

type Issue = z.core.$ZodIssue
type Field = (string | number)[]

/** `lines.0: unknown field "colour"; dryRun: ...`. Never a value. The error must come from a parse with `reportInput`. */
const inputMistakes = ({ issues }: z.ZodError): string =>
  `${issues.map((issue) => anyOf(mistakes(issue, []))).join('; ')}.`

const anyOf = (alternatives: string[]): string => [...new Set(alternatives)].join(', or ')

/** One entry; several if each of them would fix it. */
function mistakes(issue: Issue, within: Field): string[] {
  const field = [...within, ...(issue.path as Field)]
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return nearest(issue.errors).map((branch) => branch.map((inner) => anyOf(mistakes(inner, field))).join(' and '))
  return [`${field.length > 0 ? `${field.join('.')}: ` : ''}${wrongWith(issue)}`]
}

function wrongWith(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'missing'
  return issue.message.replace(/^(Invalid|Too) \w+: /, '')
}

/** The shapes that were most likely meant: those with the deepest mistake, and of these the ones with the fewest mistakes. */
function nearest(branches: Issue[][]): Issue[][] {
  const depth = (branch: Issue[]) => Math.min(...branch.map(({ path }) => path.length))
  const deepest = Math.max(...branches.map(depth))
  const inner = branches.filter((branch) => depth(branch) === deepest)
  const fewest = Math.min(...inner.map((branch) => branch.length))
  return inner.filter((branch) => branch.length === fewest)
}
