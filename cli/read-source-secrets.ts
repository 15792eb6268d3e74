import { readFileSync } from 'node:fs'
import { secretProblems, sourcesSecret } from '../lib/secrets/secret-shapes.ts'
import { CannotStart } from '../local/cannot-start.ts'

/** Reads secrets by source from a file like `local/secrets.json` or like the deployed secret of the sources. */
export function readSourceSecrets(file: string): Record<string, string[]> {
  let value: unknown
  try {
    // Some editors write a byte order mark first.
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw new CannotStart(`${file} is missing or not valid JSON: name another file with --secrets, or fix it.`)
  }
  const isLocalFile = typeof value === 'object' && value !== null && 'sources' in value && 'backOffice' in value
  const sources = isLocalFile ? (value as { sources: unknown }).sources : value
  const problems = secretProblems(sourcesSecret, sources)
  if (problems.length > 0) throw new CannotStart(`${file} has mistakes: ${problems.join('; ')}.`)
  return sourcesSecret.parse(sources)
}
