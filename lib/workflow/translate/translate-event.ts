import { createHash } from 'node:crypto'
import * as z from 'zod'
import { constantsWith } from '../../back-office/constants.ts'
import {
  addCommentData,
  arrival,
  type Command,
  createOrderData,
  createReturnData,
  declareWithdrawalData,
  endParcelData,
  type OrderRef,
  publishImageData,
  type Request,
} from '../../commands.ts'
import type { Config, ConfiguredEvent, SourceConfig } from '../../config/config.ts'
import type { Correction, InboxEvent } from '../../inbox/event.ts'
import { hasStoodStill, standsStill } from '../../inbox/transitions.ts'
import { parseJson } from '../../parse-json.ts'
import type { InvalidFields, MappingProblem, TopicProblem } from '../../problems.ts'
import { type Ending, failed, held, ignored } from '../../reasons.ts'
import { sourceOfKind } from '../../sources/registry.ts'
import { invalidFields } from '../../sources/shared/requests.ts'
import type { SourceEvent } from '../../sources/source.ts'
import { newOrderProblem } from '../kinds/new-order.ts'
import { contentHash } from './content-hash.ts'
import { commandsOfWithdrawal } from './withdrawals.ts'

const key = z.string().min(1).max(200).optional()
/** The name of `key` in earlier versions. Refused, because a fact would silently lose its key. */
const wish = z.never().optional()
/** Commands as `translate` of the configuration or the operator writes them. */
const configured = z.array(
  z.discriminatedUnion('type', [
    createReturnData.extend({ type: z.literal('create-return'), key, wish, status: arrival.optional() }),
    addCommentData.extend({ type: z.literal('add-comment'), key, wish }),
    endParcelData.extend({ type: z.literal('end-parcel'), key, wish }),
    createOrderData.extend({ type: z.literal('create-order'), key, wish }),
    publishImageData.extend({ type: z.literal('publish-image'), key, wish }),
    declareWithdrawalData.extend({ type: z.literal('declare-withdrawal'), key, wish }),
  ]),
)

/** The source name of commands that an operator gave; their payload is the list of commands itself. */
export const operatorSource = 'operator'
/** A command under its full idempotency key: `<source>/<the sender's id of the fact>`, unique over all sources. */
export type KeyedCommand = { key: string; command: Command }

/** The commands of an event, with the same keys at each claim; an ending for what does not fit. Never throws. */
export const translateEvent = (event: InboxEvent, config: Config): Understood['translated'] =>
  understand(event, config).translated

type Understood = { translated: KeyedCommand[] | Ending; isWithdrawal: boolean }

/** The commands of an event or its ending, and whether it declares a withdrawal, which must reach a person whatever becomes of it. */
export function understand(event: InboxEvent, config: Config): Understood {
  const { skip, translate } = config.sources[event.source] ?? {}
  // Only a run may try again what its process stood still for: whoever lists or shows it would stand still as well.
  const isLeft = (skip || translate) && event.status !== 'running' && hasStoodStill(event)
  const asked = isLeft ? standsStill(event) : toRequests(event, config)
  const isWithdrawal = isDeclared(event, config, asked)
  if (!Array.isArray(asked)) return { translated: asked, isWithdrawal }
  const makesReturn = config.sources[event.source]?.withdrawals === 'return'
  const commands = asked.flatMap((request): Command[] =>
    request.type === 'declare-withdrawal'
      ? commandsOfWithdrawal(request, { receivedAt: event.receivedAt, makesReturn })
      : [request],
  )
  return {
    translated: commands.map((command) => {
      const key = fullKey(event.source, command.key)
      return { key, command: asCorrected(command, event.corrections?.[key]) }
    }),
    isWithdrawal: isWithdrawal || asked.some(({ type }) => type === 'declare-withdrawal'),
  }
}

function asCorrected(command: Command, { order, lines }: Correction = {}): Command {
  if (!('order' in command)) return command
  const about = order ? withOrder(command, order) : command
  return lines && about.type === 'create-return' ? { ...about, lines: lines === 'all' ? lines : [...lines] } : about
}

/** Keeps the sender's number of the order: what was learnt lies under that. */
export function withOrder<About extends Command>(command: About, order: OrderRef): About {
  const number =
    'order' in command && command.order && 'externalNumber' in command.order && command.order.externalNumber
  const isReturn = command.type === 'create-return' && number
  return { ...command, order, ...(isReturn && { orderNumber: number }) }
}

/** Whether an event declares a withdrawal, by its source alone: its body may be unreadable. */
function isDeclared({ id, source, receivedAt, delivery }: InboxEvent, { sources }: Config, asked: Request[] | Ending) {
  const settings = sources[source]
  if (settings === undefined) return false
  const sender = sourceOfKind(settings.kind)
  if (settings.tells === 'withdrawal' && sender?.family === 'forms')
    return Array.isArray(asked) || !isNoSubmission(asked)
  return sender?.isWithdrawal?.({ id, source, receivedAt, ...delivery }, settings) === true
}

/** Whether an ending shows that a form's sender has reported something else than a submission. */
const isNoSubmission = ({ reason }: Ending): boolean =>
  reason.code === 'test_delivery' ||
  (reason.code === 'topic_not_mapped' && (reason.problem === 'topic_unknown' || reason.problem === 'crm_events'))

/** A key that is no id, or long, is replaced by its hash: keys are logged, shown, kept, and name items. */
const fullKey = (source: string, key: string): string => `${source}/${isId.test(key) ? key : `sha256:${hashOf(key)}`}`
const isId = /^[\w.:+=~/#-]{1,200}$/
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function toRequests(event: InboxEvent, config: Config): Request[] | Ending {
  const { id, source: name, receivedAt, delivery } = event
  const sourceEvent: SourceEvent = { id, source: name, receivedAt, ...delivery }
  if (name === operatorSource) return checkCommands(payloadOf(delivery.body), { event, by: 'operator', config })
  const settings = config.sources[name]
  const source = settings && sourceOfKind(settings.kind)
  if (!source) return sourceUnknown(name)
  const own = byConfiguration(sourceEvent, settings, config)
  if (own) return own
  const translation = source.translate(sourceEvent, { ...settings, publicUrl: config.publicUrl })
  if ('ending' in translation) return translation.ending
  return nonEmpty(translation.commands)
}

export const sourceUnknown = (name: string): Ending => held({ code: 'source_unknown', source: name })

function byConfiguration(sourceEvent: SourceEvent, settings: SourceConfig, config: Config) {
  const event: ConfiguredEvent = { ...sourceEvent, payload: payloadOf(sourceEvent.body) }
  const broken = (name: 'skip' | 'translate', what: 'threw' | 'async') =>
    unmappable({ problem: 'function_failed', source: event.source, function: name, what })
  // Their messages may quote the payload, so only the function's name is given.
  try {
    const skipped = settings.skip?.(event)
    if (isPromise(skipped)) return broken('skip', 'async')
    if (skipped) return unmapped({ problem: 'skipped' })
  } catch {
    return broken('skip', 'threw')
  }
  if (!settings.translate) return undefined
  try {
    const commands = settings.translate(event)
    if (isPromise(commands)) return broken('translate', 'async')
    return checkCommands(commands, { event, by: 'translate', config })
  } catch {
    return broken('translate', 'threw')
  }
}

const unmappable = (problem: MappingProblem): Ending => failed({ code: 'mapping', ...problem })
const unmapped = (problem: TopicProblem): Ending => ignored({ code: 'topic_not_mapped', ...problem })

/** Whether a value is a promise. Its rejection must not end the process. */
function isPromise(value: unknown): boolean {
  if (!(value instanceof Promise)) return false
  value.catch(() => {})
  return true
}

type Configured = z.output<typeof configured>[number]

/** Commands with keys. A missing key is made of the delivery's key, a hash of the content and a number among equals. */
function withKeys(delivery: string, commands: readonly Configured[]): Request[] {
  const ordinalOf = createOrdinals()
  return commands.map((command) => {
    const content = contentHash(command).slice(0, 32)
    return { ...command, key: command.key ?? `${delivery}#${content}${ordinalOf(content)}` }
  })
}

type Given = { event: { id: string; source: string }; by: InvalidFields['of']; config: Config }

function checkCommands(value: unknown, { event, by, config }: Given): Request[] | Ending {
  const checked = configured.safeParse(value)
  if (!checked.success) return unmappable(invalidFields(checked.error, by))
  const commands = withKeys(event.id.slice(event.source.length + 1), checked.data)
  const problem = newOrderProblem(commands, constantsWith(config.backOffice.constants))
  return problem === undefined ? nonEmpty(commands) : unmappable(problem)
}

const nonEmpty = (commands: Request[]): Request[] | Ending =>
  commands.length > 0 ? distinct(commands) : unmapped({ problem: 'no_command' })

/** Equal commands become one. Different ones of one fact are numbered: another event may report it in another place. */
function distinct(commands: Request[]): Request[] {
  const ordinalOf = createOrdinals()
  const different = new Map(commands.map((command) => [contentHash(command), command]))
  return [...different.values()].map((command) => ({ ...command, key: `${command.key}${ordinalOf(command.key)}` }))
}

/** Nothing for the first of equal texts, `#1` for the second. */
function createOrdinals(): (text: string) => string {
  const seen = new Map<string, number>()
  return (text) => {
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return before > 0 ? `#${before}` : ''
  }
}

function payloadOf(body: Buffer): unknown {
  const parsed = parseJson(body)
  return parsed.ok ? parsed.value : undefined
}
