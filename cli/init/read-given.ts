import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { CannotStart } from '../../local/cannot-start.ts'
import type { Surroundings } from '../surroundings.ts'

const options = {
  source: { type: 'string', multiple: true },
  backOffice: { type: 'string' },
  username: { type: 'string' },
  secrets: { type: 'string' },
  publicUrl: { type: 'string' },
  announced: { type: 'string', multiple: true },
  received: { type: 'string' },
  shippedFrom: { type: 'string' },
  returns: { type: 'string', multiple: true },
  orders: { type: 'string', multiple: true },
  later: { type: 'string', multiple: true },
  replace: { type: 'boolean' },
  dryRun: { type: 'boolean' },
} as const

/** As much of the shape of `local/secrets.json` as is there. No message shows a value. */
const secretsShape = z.looseObject(
  {
    backOffice: z
      .looseObject(
        {
          baseUrl: z.string('must be text').optional(),
          username: z.string('must be text').optional(),
          password: z.string('must be text').optional(),
        },
        'must be an object',
      )
      .default({}),
    sources: z
      .record(z.string(), z.array(z.string('must be text'), 'must be a list of texts'), 'must be an object')
      .default({}),
  },
  'must be an object with backOffice and sources',
)

/** What a person has said before any question. */
export type Given = {
  /** As written: `<name>=<kind>`, or a kind. */
  sources: readonly string[]
  publicUrl: string | undefined
  /** Statuses, as written. */
  announced: string | undefined
  announcedBy: Readonly<Record<string, string>>
  received: string | undefined
  shippedFrom: string | undefined
  /** By source, as written. */
  returns: Readonly<Record<string, string>>
  orders: Readonly<Record<string, string>>
  baseUrl: string | undefined
  username: string | undefined
  password: string | undefined
  secrets: Readonly<Record<string, readonly string[]>>
  /** Sources, and `backOffice`, whose secret comes later. */
  later: readonly string[]
  /** A `bridge.config.ts` that is there is kept under another name. */
  replace: boolean
  dryRun: boolean
}

/** Reads the options, and the file of secrets if one is named. Throws `CannotStart`. */
export function readGiven(args: readonly string[], surroundings: Pick<Surroundings, 'cwd' | 'terminal'>): Given {
  const {
    source = [],
    later = [],
    announced = [],
    returns = [],
    orders = [],
    backOffice,
    replace = false,
    dryRun = false,
    ...values
  } = parse(args)
  const file = values.secrets === undefined ? secretsShape.parse({}) : readSecretsOf(values.secrets, surroundings)
  return {
    sources: source,
    later,
    replace,
    dryRun,
    publicUrl: values.publicUrl,
    announced: announced.findLast((text) => !text.includes('=')),
    announcedBy: Object.fromEntries(announced.filter((text) => text.includes('=')).map(splitOnce)),
    received: values.received,
    shippedFrom: values.shippedFrom,
    returns: Object.fromEntries(returns.map(splitOnce)),
    orders: Object.fromEntries(orders.map(splitOnce)),
    secrets: file.sources,
    baseUrl: backOffice ?? file.backOffice.baseUrl,
    username: values.username ?? file.backOffice.username,
    password: file.backOffice.password,
  }
}

function splitOnce(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return [text.slice(0, at).trim(), text.slice(at + 1)]
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    // The first sentence of Node's message names the option. A word without an option may be a secret.
    const [message = ''] = (error instanceof Error ? error.message : '').split(/\.\s/)
    const problem = message.replace(/^Unexpected argument .*/s, 'there is a word that belongs to no option')
    throw new CannotStart(`init: ${problem}. npx backoffice-bridge init --help shows how it is written.`)
  }
}

function readSecretsOf(name: string, { cwd, terminal }: Pick<Surroundings, 'cwd' | 'terminal'>) {
  if (name === '-' && terminal)
    throw new CannotStart(
      '--secrets - reads what another program writes (... | npx backoffice-bridge init): a terminal would show it.',
    )
  const parsed = secretsShape.safeParse(parseJson(name, name === '-' ? 0 : resolve(cwd, name)))
  if (parsed.success) return parsed.data
  const mistakes = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'} ${issue.message}`)
  throw new CannotStart(`--secrets ${name} has mistakes: ${mistakes.join('; ')}.`)
}

function parseJson(name: string, file: string | number): unknown {
  try {
    // Some editors write a byte order mark first.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw new CannotStart(
      `--secrets ${name} cannot be read, or is not valid JSON: name a file like local/secrets.json.`,
    )
  }
}
