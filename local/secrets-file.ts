import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Config } from '../lib/config/config.ts'
import { checkSourceSecrets } from '../lib/secrets/check-source-secrets.ts'
import { CannotStart } from './cannot-start.ts'

/** The same shape as the two deployed secrets. `{}` in place of either means "not configured", there as here. */
const text = z.string('must be text').refine((value) => value.trim() !== '', 'must not be empty')
const user = ['username', 'password']
const secrets = z.object(
  {
    backOffice: z
      .looseObject(
        { baseUrl: text.optional(), username: text.optional(), password: text.optional() },
        'must be an object with baseUrl, username and password, or {}',
      )
      .superRefine((given, context) => {
        if (Object.keys(given).length === 0) return
        for (const name of user.filter((field) => given[field] === undefined))
          context.addIssue({ code: 'custom', path: [name], message: 'is missing' })
      }),
    sources: z.record(
      z.string(),
      z.array(text, 'must be a list of secrets, such as ["one"]'),
      'must be an object with a list of secrets for each source, or {}',
    ),
  },
  'must be an object with backOffice and sources',
)
export type LocalSecrets = z.infer<typeof secrets>

export const secretsFile = fileURLToPath(new URL('secrets.json', import.meta.url))

/** Reads the demo secrets. Throws `CannotStart` with every mistake, but never with a value. */
export function readSecrets(file: string): LocalSecrets {
  const parsed = secrets.safeParse(parseJson(file))
  if (parsed.success) return parsed.data
  const mistakes = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'} ${issue.message}`)
  throw new CannotStart(`${file} has mistakes (${mistakes.join('; ')}): fix them, see "Secrets" in the README.`)
}

/**
 * Throws `CannotStart` with every configured source that would refuse all its deliveries, because its secret is missing
 * or has the wrong format. If one is missing, it also names secrets without a source: one of them may be a misspelt
 * name. No sources at all (`{}`) means "not configured", as on a new stage, and is no mistake.
 */
export function assertSourceSecrets(file: string, secrets: LocalSecrets, { sources }: Config): void {
  if (Object.keys(secrets.sources).length === 0) return
  const { without, useless } = checkSourceSecrets(sources, secrets.sources)
  const unknown = Object.keys(secrets.sources).filter((name) => !Object.hasOwn(sources, name))
  const mistakes = [
    ...without.map((name) => `sources.${name} is missing or empty`),
    ...useless.map(
      (name) =>
        `sources.${name} has a secret that is too short or in the wrong format for its sender (docs/senders.md)`,
    ),
    ...(without.length > 0 ? unknown.map((name) => `sources.${name} is not a configured source`) : []),
  ]
  if (mistakes.length === 0) return
  throw new CannotStart(
    `${file} does not match the sources of bridge.config.ts (${mistakes.join('; ')}): give each source a list of its secrets.`,
  )
}

/** A sentence that names sources which share a secret. Undefined: each has its own. */
export function sharingSources({ sources: filled }: LocalSecrets, { sources }: Config): string | undefined {
  const groups = checkSourceSecrets(sources, filled).sharing.map((names) => names.join(', '))
  if (groups.length === 0) return undefined
  return `Sources share a secret (${groups.join('; ')}): whoever can sign for one of them can sign for all, so give each its own.`
}

function parseJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new CannotStart(`${file} cannot be read: put it back from the repository (git checkout).`)
  }
  try {
    // Some editors write a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CannotStart(
      `${file} is not valid JSON${placeIn(error)}: fix it, or restore it from the repository (git checkout).`,
    )
  }
}

/** Only the place: the parser's own words would show a part of the file. Empty if it names none. */
function placeIn(error: unknown): string {
  const { line, column } = /\(line (?<line>\d+) column (?<column>\d+)\)$/.exec(String(error))?.groups ?? {}
  return line === undefined ? '' : ` (line ${line}, column ${column})`
}
