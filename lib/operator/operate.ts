import * as z from 'zod'
import { LoginClosed, NoteRequired, OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import { inLanguage } from '../german.ts'
import { NewerFormat } from '../inbox/format.ts'
import { InvariantBroken, logBroken } from '../invariant.ts'
import { traceOf } from '../log.ts'
import { plainText, plainTexts } from '../plain-text.ts'
import { sentencesOf } from '../sentences/languages.ts'
import { say } from '../sentences/sentences.ts'
import { decisions } from './decisions.ts'
import { newerVersion, type Operator, type OperatorCommand } from './operator.ts'

type Loaded = Readonly<Record<string, unknown>>

/** Every command that an operator has. Its code is loaded by its first use: an invocation runs one of them. */
const commands: readonly (readonly [load: () => Promise<Loaded>, names: readonly string[]])[] = [
  [() => import('./search/find-events.ts'), ['event.list']],
  [
    () => import('./events/commands.ts'),
    [
      ...['event.get', 'event.replay', 'event.release', 'event.discard', 'event.link', 'event.correct'],
      ...['event.reveal', 'event.plan', 'why'],
    ],
  ],
  [
    () => import('./orders/commands.ts'),
    [
      ...['order.get', 'order.find', 'order.list', 'order.create', 'return.create', 'return.list', 'comment.add'],
      ...['comment.list', 'contact.find', 'image.list', 'image.publish', 'record.forget', 'finding.accept'],
    ],
  ],
  [() => import('./events/person-forget.ts'), ['person.forget']],
  [() => import('./bridge/bridge-pause.ts'), ['bridge.pause', 'bridge.resume']],
  [() => import('./bridge/login.ts'), ['login.status', 'login.reset']],
  [() => import('./bridge/stats.ts'), ['stats']],
  [() => import('./bridge/month.ts'), ['month']],
  [() => import('./doctor/doctor.ts'), ['doctor']],
  [() => import('./bridge/audit.ts'), ['audit', 'audit.findings']],
  [() => import('./bridge/backup.ts'), ['backup']],
]

export const operatorCommandNames: readonly string[] = commands.flatMap(([, names]) => names)

export async function loadOperatorCommand(name: string): Promise<OperatorCommand | undefined> {
  const loaded = await commands.find(([, names]) => names.includes(name))?.[0]()
  return Object.values(loaded ?? {}).find((one): one is OperatorCommand => (one as OperatorCommand).name === name)
}

export const loadOperatorCommands = async (): Promise<OperatorCommand[]> =>
  (await Promise.all(operatorCommandNames.map(loadOperatorCommand))).filter((one) => one !== undefined)

/** The closed list of codes of a refused or impossible command; docs/errors.md explains each. */
export const operatorErrorCodes = [
  'invalid',
  'unknown_command',
  'not_found',
  'conflict',
  'note_required',
  'rejected',
  'retry_later',
  'login_closed',
  'outcome_unknown',
  'internal',
] as const
type ErrorCode = (typeof operatorErrorCodes)[number]
type Refusal = { ok: false; error: { code: ErrorCode; message: string } }
export type OperatorAnswer = { ok: true; result: unknown } | Refusal
const envelope = z.looseObject({ command: z.string() })
const saidName = z.string().overwrite(plainText).trim().min(1).max(80)
const who = z.strictObject({ by: saidName.refine((one) => !one.includes('\n'), 'must be one line').optional() })

/** Runs one command. Never throws: what goes wrong is an answer with a code. No answer holds control or direction characters. */
export async function operate(operator: Operator, event: unknown): Promise<OperatorAnswer> {
  const asked = envelope.safeParse(event)
  if (!asked.success) return refused('invalid', 'Send a JSON object with a "command".')
  const { command: name, ...given } = asked.data
  const command = await loadOperatorCommand(name)
  if (!command)
    return refused('unknown_command', `There is no such command. Use one of: ${operatorCommandNames.join(', ')}.`)
  const { by, ...own } = given
  const decides = decisions.has(name)
  const said = who.safeParse(decides ? { by } : {}, { reportInput: true })
  if (!said.success) return refused('invalid', `${name}: ${inputMistakes(said.error)}`)
  const input = command.input.safeParse(decides ? own : given, { reportInput: true })
  if (!input.success) {
    const { note = '', ...others } = own
    const accepts = (words: object) => command.input.safeParse({ ...others, ...words }).success
    const isNoteMissing = !String(note).trim() && !accepts({}) && accepts({ note: 'x' })
    return refused(isNoteMissing ? 'note_required' : 'invalid', `${name}: ${inputMistakes(input.error)}`)
  }
  const answer = await run(command, { ...operator, ...said.data }, input.data)
  if (decides && own.dryRun !== true) logDecision(operator, { command: name, ...said.data }, input.data, answer)
  return answer
}

async function run(command: OperatorCommand, operator: Operator, input: unknown): Promise<OperatorAnswer> {
  try {
    return { ok: true, result: plainTexts(await command.run(operator, input)) }
  } catch (error) {
    const answer = explain(operator, error)
    return refused(answer.error.code, inLanguage(operator.workflow.config, answer.error.message))
  }
}

/** What a decision was about, by ids alone, and whether it was carried out. */
function logDecision({ workflow }: Operator, who: object, input: unknown, answer: OperatorAnswer): void {
  const { id, events, orderId, returnId, source } = { ...Object(input), ...(answer.ok && Object(answer.result)) }
  const moved = Array.isArray(events) ? events.map((event) => event.id) : undefined
  const outcome = answer.ok ? 'carried out' : answer.error.code
  workflow.log.info('decided by an operator', { ...who, outcome, event: id, events: moved, orderId, returnId, source })
}

const refused = (code: ErrorCode, message: string): Refusal => ({
  ok: false,
  error: { code, message: plainText(message) },
})

/** The message names the first of the details already; one that is part of it says nothing more. */
const inWords = ({ message, details }: Rejected): string =>
  [message, ...details.filter((words) => !message.includes(words))].join(' ')

function explain({ workflow }: Operator, error: unknown): Refusal {
  if (error instanceof NoteRequired) return refused('note_required', inWords(error))
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
