import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { constantsWith } from '../back-office/constants.ts'
import { addCommentData, type Command, createOrderData, createReturnData, publishImageData } from '../commands.ts'
import type { Config, ConfiguredEvent, SourceConfig } from '../config/config.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { parseJson } from '../parse-json.ts'
import { type Ending, failed, held, ignored } from '../reasons.ts'
import { sourceOfKind } from '../sources/registry.ts'
import type { SourceEvent } from '../sources/source.ts'
import { newOrderMistake } from './new-order.ts'

/** Commands as `translate` of the configuration or the operator writes them. */
const key = z.string().min(1).max(200).optional()
const configured = z.array(
  z.discriminatedUnion('type', [
    createReturnData.extend({ type: z.literal('create-return'), key }),
    addCommentData.extend({ type: z.literal('add-comment'), key }),
    createOrderData.extend({ type: z.literal('create-order'), key }),
    publishImageData.extend({ type: z.literal('publish-image'), key }),
  ]),
)

/** The source name of commands that an operator gave; their payload is the list of commands itself. */
export const operatorSource = 'operator'

/** What an event asks for, by its source's mapping and the configuration. Never throws: what does not fit is an ending. */
export function translateEvent(event: InboxEvent, config: Config): Command[] | Ending {
  if (!event.delivery)
    return failed('payload_invalid', 'The payload was erased when its time was over: it cannot be translated any more.')
  const sourceEvent: SourceEvent = {
    id: event.id,
    source: event.source,
    receivedAt: event.receivedAt,
    ...event.delivery,
  }
  if (event.source === operatorSource)
    return checkCommands(payloadOf(event.delivery.body), { event, who: 'The operator command', config })
  const settings = config.sources[event.source]
  const source = settings && sourceOfKind(settings.kind)
  if (!source) return sourceUnknown(event.source)
  const own = byConfiguration(sourceEvent, settings, config)
  if (own) return own
  const translation = source.translate(sourceEvent, { ...settings, publicUrl: config.publicUrl })
  if ('ending' in translation) return translation.ending
  return nonEmpty(translation.commands)
}

export const sourceUnknown = (name: string): Ending =>
  held('source_unknown', `No source named ${name} is configured any more. Configure it, then release the event.`)

function byConfiguration(
  sourceEvent: SourceEvent,
  settings: SourceConfig,
  config: Config,
): Command[] | Ending | undefined {
  const event: ConfiguredEvent = { ...sourceEvent, payload: payloadOf(sourceEvent.body) }
  // Their messages may quote the payload, so only the function's name is told.
  try {
    const skipped = settings.skip?.(event)
    if (isPromise(skipped)) return failed('mapping', `The skip function of source ${event.source} must not be async.`)
    if (skipped) return ignored('topic_not_mapped', 'Skipped by the configuration.')
  } catch {
    return failed('mapping', `The skip function of source ${event.source} threw an error.`)
  }
  if (!settings.translate) return undefined
  try {
    const who = `The translate function of source ${event.source}`
    const commands = settings.translate(event)
    if (isPromise(commands)) return failed('mapping', `${who} must not be async.`)
    return checkCommands(commands, { event, who, config })
  } catch {
    return failed('mapping', `The translate function of source ${event.source} threw an error.`)
  }
}

/** Of an async function, whose rejection must not end the process. */
function isPromise(value: unknown): boolean {
  if (!(value instanceof Promise)) return false
  value.catch(() => {})
  return true
}

type Told = { event: { id: string }; who: string; config: Config }

function checkCommands(value: unknown, { event, who, config }: Told): Command[] | Ending {
  const checked = configured.safeParse(value)
  if (!checked.success) {
    const fields = checked.error.issues.map((issue) => issue.path.join('.') || '(the whole)')
    return failed('mapping', `${who} gave commands that do not fit: ${[...new Set(fields)].join(', ')}.`)
  }
  const commands = checked.data.map((command, index) => ({ ...command, key: command.key ?? `${event.id}#${index}` }))
  const mistake = newOrderMistake(commands, constantsWith(config.backOffice.constants))
  return mistake === undefined
    ? nonEmpty(commands)
    : failed('mapping', `${who} gave an order that does not fit: ${mistake}`)
}

function nonEmpty(commands: Command[]): Command[] | Ending {
  return commands.length > 0 ? distinct(commands) : ignored('topic_not_mapped', 'Nothing is mapped to this event.')
}

/**
 * One wish is one command: a fact that one event tells twice is done once, and two commands for one fact get wishes of their own. These
 * are counted by the fact, not by the place in the event: another event may tell the same behind something else.
 */
function distinct(commands: Command[]): Command[] {
  const different = commands.filter(
    (command, index) => !commands.slice(0, index).some((earlier) => isDeepStrictEqual(earlier, command)),
  )
  return different.map((command, index) => {
    const before = different.slice(0, index).filter(({ key }) => key === command.key).length
    return before > 0 ? { ...command, key: `${command.key}#${before}` } : command
  })
}

function payloadOf(body: Buffer): unknown {
  const parsed = parseJson(body)
  return parsed.ok ? parsed.value : undefined
}
