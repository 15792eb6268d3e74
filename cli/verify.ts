import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart } from '../local/cannot-start.ts'
import { loadConfig } from '../local/load-config.ts'
import { filesIn, ownSecrets, secretsFile, secretsInUse } from '../local/secrets-file.ts'
import { judgeDelivery } from './judge-delivery.ts'
import { readHeaders } from './read-headers.ts'
import { readSourceSecrets } from './read-source-secrets.ts'
import type { Surroundings } from './surroundings.ts'

const usage =
  'npx backoffice-bridge verify <source> --headers <file> --body <file> [--token <token>] [--secrets <file>] [--at <time>]'

const options = {
  headers: { type: 'string' },
  body: { type: 'string' },
  token: { type: 'string' },
  secrets: { type: 'string' },
  at: { type: 'string' },
} as const

/** Says why a captured delivery is accepted (exit code 0) or refused (1), without sending it. */
export async function verify(args: readonly string[], { cwd, now, out }: Surroundings): Promise<number> {
  const { source, headers, body, token, secrets, at } = readArguments(args)
  const verdict = judgeDelivery({
    config: await loadConfig(),
    source,
    head: readHeaders(readInput(resolve(cwd, headers)).toString('utf8')),
    body: readInput(resolve(cwd, body)),
    token,
    secrets: readSourceSecrets(secrets === undefined ? sourcesInUse() : resolve(cwd, secrets)),
    nowMs: at === undefined ? now() : toTime(at),
  })
  out(`${verdict.ok ? 'accepted' : 'refused'}: ${verdict.says}\n`)
  for (const hint of verdict.hints) out(`  ${hint}\n`)
  return verdict.ok ? 0 : 1
}

const sourcesInUse = (): string => (secretsInUse === ownSecrets ? filesIn(ownSecrets).sources : secretsFile)

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const { headers, body } = values
    const [source, ...more] = positionals
    if (source !== undefined && more.length === 0 && headers !== undefined && body !== undefined)
      return { ...values, source, headers, body }
  } catch {
    // The usage below says what is missing.
  }
  throw new CannotStart(`Usage: ${usage}`)
}

function readInput(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new CannotStart(`${file} cannot be read: name an existing file.`)
  }
}

function toTime(text: string): number {
  const time = Date.parse(text)
  if (Number.isFinite(time)) return time
  throw new CannotStart('--at needs a time such as 2026-03-02T09:00:00Z.')
}
