import { parseArgs } from 'node:util'
import * as z from 'zod'
import { decisions } from '../lib/operator/decisions.ts'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { isLike } from './is-like.ts'

/** How an argument is written: as text, as a number, without a value, or as JSON. */
type Kind = 'text' | 'number' | 'flag' | 'json'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  enum?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

function alternativesOf({ input }: OperatorCommand): Schema[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  return schema.anyOf ?? schema.oneOf ?? [schema]
}
const propertiesOf = (command: OperatorCommand) =>
  alternativesOf(command).flatMap((one) => Object.entries(one.properties ?? {}))

/** The arguments of a command, from the schema that checks them in the bridge. */
export const argumentsOf = (command: OperatorCommand): Map<string, Kind> =>
  new Map([
    ...propertiesOf(command).map(([name, property]) => [name, kindOf(property)] as const),
    ...(decisions.has(command.name) ? [['by', 'text'] as const] : []),
  ])

/** The words that an argument can be, where they are a closed list. */
export const wordsOf = (command: OperatorCommand): Map<string, readonly string[]> =>
  new Map(propertiesOf(command).flatMap(([name, property]) => (property.enum ? [[name, property.enum] as const] : [])))

/** What may stand without its name, as in `event.get <id>`: the id of an event, else the one thing that a command must be given. */
const named = ['id', 'file', 'orderId', 'itemId', 'externalNumber', 'email']

export function firstOf(command: OperatorCommand): string[] {
  const needed = alternativesOf(command).map(({ required = [] }) => required)
  if (needed[0]?.[0] === 'id') return needed.flatMap(([one = '']) => (one === 'id' || one === 'orderId' ? one : []))
  return needed.flatMap(([one = '', ...more]) => (more.length === 0 && named.includes(one) ? one : []))
}

/** Only an e-mail address has an @, and only the id of an event a slash. */
function meantBy(word: string, first: readonly string[]): string | undefined {
  if (first.includes('email') && word.includes('@')) return 'email'
  if (first.includes('orderId') && /^\d+$/.test(word)) return 'orderId'
  return first[0]
}

function kindOf({ type }: Schema): Kind {
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' ? 'flag' : 'json'
}

/** A command as the bridge takes it, and which bridge is asked: without a `stage` the one of `npm start`. */
export type Asked = {
  input: Record<string, unknown>
  stage?: string
  region?: string
  /** The answer is wanted as JSON. */
  isJson?: true
  /** What would be asked is answered with yes. */
  isYes?: true
}

/** Reads `--status held --limit 5` or `--json '{...}'`, or both (a flag wins), as one command. Throws `CannotStart`. */
export function readArguments(command: OperatorCommand, args: readonly string[]): Asked {
  const known = argumentsOf(command)
  const isJson = args.some((arg) => arg === '--json' || arg.startsWith('--json='))
  const { json, stage, region, yes, ...values } = parse(command, known, args.filter(isNoBareJson))
  if (region !== undefined && stage === undefined)
    throw new CannotStart(`${command.name}: --region needs --stage, the name of the deployed stage.`)
  const flags = Object.entries(values).map(([name, value]) => [name, toValue(known.get(name), value)] as const)
  return {
    input: withWhere({ ...parseJson(json), ...Object.fromEntries(flags), command: command.name }),
    ...(typeof stage === 'string' && { stage }),
    ...(typeof region === 'string' && { region }),
    ...(isJson && { isJson }),
    ...(yes === true && { isYes: yes }),
  }
}

/** `--json` without a value only says how the answer is wanted. */
const isNoBareJson = (arg: string, at: number, args: readonly string[]): boolean =>
  arg !== '--json' || args[at + 1]?.startsWith('-') === false

/** `--where status=failed,source=shopify`, which is easier to type than JSON. */
function withWhere(input: Record<string, unknown>): Record<string, unknown> {
  const { where } = input
  if (typeof where !== 'string' || !/^\w+=/.test(where)) return input
  const pairs = where.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()] as const
  })
  const twice = pairs.find(([name], at) => pairs.findIndex(([other]) => other === name) !== at)
  if (twice) throw new CannotStart(`--where names ${twice[0]} twice, and all that it names must fit.`)
  const typed = pairs.map(([name, value]) => [name, whereValue(name, value)] as const)
  return { ...input, where: Object.fromEntries(typed) }
}

function whereValue(name: string, value: string): unknown {
  if (name === 'orderId') return toValue('number', value)
  // Anything else stays a text, and the bridge says what it must be.
  return name === 'withdrawal' ? (yesOrNo[value] ?? value) : value
}

const yesOrNo: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

/** Options that every command has. */
const ofEach = ['stage', 'region', 'json'] as const
/** Whether it may ask first, at a terminal. */
export const mayAsk = (command: OperatorCommand): boolean =>
  ['bridge.pause', 'person.forget'].includes(command.name) || argumentsOf(command).has('where')
const yesOf = (command: OperatorCommand) => (mayAsk(command) ? [['yes', 'boolean'] as const] : [])

function parse(command: OperatorCommand, known: Map<string, Kind>, args: readonly string[]) {
  const { name } = command
  const types = [...known].map(([argument, kind]) => [argument, kind === 'flag' ? 'boolean' : 'string'] as const)
  const common = [...ofEach.map((option) => [option, 'string'] as const), ...yesOf(command)]
  const options = Object.fromEntries([...types, ...common].map(([key, type]) => [key, { type }]))
  try {
    const allowPositionals = firstOf(command).length > 0
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals })
    const [word, more] = positionals
    const first = word === undefined ? undefined : meantBy(word, firstOf(command))
    if (first === undefined || word === undefined) return values as Record<string, string | boolean | undefined>
    if (more !== undefined || values[first] !== undefined)
      throw new Error(`Unexpected argument '${more ?? word}': ${first} is given already`)
    return { ...values, [first]: word } as Record<string, string | boolean | undefined>
  } catch (error) {
    const problem = problemOf(error)
    const names = [...known.keys(), ...yesOf(command).map(([name]) => name), ...ofEach].map(
      (argument) => `--${argument}`,
    )
    const [, typed = ''] = /^Unknown option '(--[\w-]+)'/.exec(problem) ?? []
    const meant = names.filter((one) => isLike(typed, one))
    const more = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ''
    throw new CannotStart(`${name}: ${problem}.${more} Its options are ${names.join(', ')}.`)
  }
}

/** The first sentence of Node's message. For a value that looks like an option that message has three lines. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'the arguments cannot be read'
  const [, option] = /(--[\w-]+)(?: <value>)?' argument is ambiguous/.exec(message) ?? []
  if (option !== undefined) return `write ${option}=... if the value begins with a dash`
  return message.split(/\.\s/)[0] ?? message
}

function toValue(kind: Kind | undefined, value: string | boolean | undefined): unknown {
  if (typeof value !== 'string') return value
  // An invalid number stays a text: the bridge then says what it must be.
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  if (kind !== 'json') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function parseJson(text: string | boolean | undefined): Record<string, unknown> {
  if (typeof text !== 'string') return {}
  const value = toValue('json', text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new CannotStart(`--json needs an object, such as --json '{"status": "held"}'.`)
}
