import { readFileSync } from 'node:fs'
import { secretProblems, sourcesSecret } from '../lib/secrets/secret-shapes.ts'
import { CannotStart } from '../local/cannot-start.ts'

/** Secrets by source, from a file shaped as `local/secrets.json` or as the deployed secret of the sources. */
export function readSourceSecrets(file: string): Record<string, string[]> {
  let value: unknown
  try {
    // Some editors begin a file with a byte order mark.
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw new CannotStart(`${file} cannot be read as JSON.`)
  }
  const whole = typeof value === 'object' && value !== null && 'sources' in value && 'backOffice' in value
  const sources = whole ? (value as { sources: unknown }).sources : value
  const problems = secretProblems(sourcesSecret, sources)
  if (problems.length > 0) throw new CannotStart(`${file} is not what it should be: ${problems.join('; ')}.`)
  return sourcesSecret.parse(sources)
}
