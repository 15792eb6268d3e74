import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

/** The demo's secrets, which everybody knows. */
export const secretsFile = fileURLToPath(new URL('secrets.json', import.meta.url))

/** The person's own secrets: a folder with each of the two deployed secrets as a file, as `backoffice-bridge init` writes them. */
export const ownSecrets = fileURLToPath(new URL('../secrets', import.meta.url))
export const filesIn = (folder: string) => ({
  backOffice: join(folder, 'back-office.json'),
  sources: join(folder, 'sources.json'),
})

/** Where the secrets of this project are. */
export const secretsInUse = existsSync(ownSecrets) ? ownSecrets : secretsFile

/**
 * Reads the secrets of a file like `local/secrets.json`, or of a folder like `ownSecrets`. Throws `CannotStart` with every mistake, but
 * never with a value.
 */
export function readSecrets(place: string): LocalSecrets {
  const parsed = secrets.safeParse(isFolder(place) ? readFolder(place) : parseJson(place, inGit))
  if (parsed.success) return parsed.data
  const mistakes = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'} ${issue.message}`)
  throw new CannotStart(`${place} has mistakes (${mistakes.join('; ')}): fix them, see "Secrets" in the README.`)
}

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false

function readFolder(folder: string) {
  const { backOffice, sources } = filesIn(folder)
  const broken = `remove ${folder} to use the demo's secrets`
  const remedies = { missing: `write it as docs/deployment.md says, or ${broken}`, broken }
  const mistakes: string[] = []
  const parse = (file: string): unknown => {
    try {
      return parseJson(file, remedies)
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error
      mistakes.push(error.message)
      return undefined
    }
  }
  const both = { backOffice: parse(backOffice), sources: parse(sources) }
  if (mistakes.length > 0) throw new CannotStart(mistakes.join('\n'))
  return both
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
        `sources.${name} has a secret that is too short or in the wrong format for its sender (at least 16 bytes where people choose it, 8 where the sender makes it, 24 characters of a token: docs/senders.md)`,
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

type Remedies = { missing: string; broken: string }
const inGit: Remedies = {
  missing: 'put it back from the repository (git checkout)',
  broken: 'restore it from the repository (git checkout)',
}

function parseJson(file: string, { missing, broken }: Remedies): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new CannotStart(`${file} cannot be read: ${missing}.`)
  }
  try {
    // Some editors write a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CannotStart(`${file} is not valid JSON${placeIn(error)}: fix it, or ${broken}.`)
  }
}

/** Only the place: the parser's own words would show a part of the file. Empty if it names none. */
function placeIn(error: unknown): string {
  const { line, column } = /\(line (?<line>\d+) column (?<column>\d+)\)$/.exec(String(error))?.groups ?? {}
  return line === undefined ? '' : ` (line ${line}, column ${column})`
}
