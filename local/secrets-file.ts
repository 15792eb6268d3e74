import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Config } from '../lib/config/config.ts'
import { checkSourceSecrets } from '../lib/secrets/check-source-secrets.ts'
import { CannotStart } from './cannot-start.ts'

/** The same shape as the two deployed secrets; `{}` in either reads as "not configured", there as here. */
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

/** Reads the demo secrets. Throws `CannotStart` naming everything that is wrong, never a value. */
export function readSecrets(file: string): LocalSecrets {
  const parsed = secrets.safeParse(parseJson(file))
  if (parsed.success) return parsed.data
  const mistakes = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the whole'} ${issue.message}`)
  throw new CannotStart(`${file} is not what it should be (${mistakes.join('; ')}): see "Secrets" in the README.`)
}

/**
 * Throws `CannotStart` naming every configured source without a secret that its sender can have: it would refuse all its deliveries.
 * Beside a missing one it names the secrets of no source, too: one may be the missing one, misspelt. Alone they are no mistake.
 * No sources at all (`{}`) read as "not configured", as on a new stage, and start.
 */
export function assertSourceSecrets(file: string, secrets: LocalSecrets, { sources }: Config): void {
  if (Object.keys(secrets.sources).length === 0) return
  const { without, useless } = checkSourceSecrets(sources, secrets.sources)
  const strange = Object.keys(secrets.sources).filter((name) => !Object.hasOwn(sources, name))
  const mistakes = [
    ...without.map((name) => `sources.${name} is missing or empty`),
    ...useless.map((name) => `sources.${name} has a secret that its sender cannot have (docs/senders.md)`),
    ...(without.length > 0 ? strange.map((name) => `sources.${name} is the name of no source`) : []),
  ]
  if (mistakes.length === 0) return
  throw new CannotStart(
    `${file} does not fit the sources of bridge.config.ts (${mistakes.join('; ')}): give each a list of its secrets.`,
  )
}

function parseJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new CannotStart(`${file} cannot be read: put it back from the repository (git checkout).`)
  }
  try {
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CannotStart(
      `${file} is not JSON${placeIn(error)}: mend it, or put it back from the repository (git checkout).`,
    )
  }
}

/** Only the place: the parser's own words show what stands there. Empty where it names none. */
function placeIn(error: unknown): string {
  const { line, column } = /\(line (?<line>\d+) column (?<column>\d+)\)$/.exec(String(error))?.groups ?? {}
  return line === undefined ? '' : ` (line ${line}, column ${column})`
}
