import * as z from 'zod'
import { sourceConfig, sourceName } from './source-config.ts'
import { type Mistake, sourceMistakes } from './source-mistakes.ts'

/** Every mistake of a configuration, one indented sentence a line. `issues` are those of its schema. */
export function configMistakes(input: unknown, issues: readonly z.core.$ZodIssue[]): string[] {
  return [...[...issues, ...issuesBehindBadNames(input)].flatMap(mistakesOf), ...sourceMistakes(input)].map(toLine)
}

const shapes: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list [...]',
  object: 'an object {...}',
  record: 'an object {...}',
}

/** What to write instead, for a setting without a message of its own. Given to zod as `error`. */
export function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `write ${shapes[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return `write ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
  if (issue.code === 'invalid_union') return 'write one of the shapes that docs/configuration.md shows'
  return undefined
}

const anySources = z.object({ sources: z.record(z.string(), z.unknown()) })

/** zod does not check the value behind a wrong name. */
function issuesBehindBadNames(input: unknown): z.core.$ZodIssue[] {
  const { data } = anySources.safeParse(input)
  return Object.entries(data?.sources ?? {})
    .filter(([name]) => !sourceName.safeParse(name).success)
    .flatMap(
      ([name, value]) =>
        sourceConfig
          .safeParse(value, { error: inPlainWords })
          .error?.issues.map((issue) => ({ ...issue, path: ['sources', name, ...issue.path] })) ?? [],
    )
}

function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  // zod nests the issues of a name one level deeper.
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }): Mistake => [issue.path, message])
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]]
  return issue.keys.map((key): Mistake => [issue.path, `unknown setting "${key}"`])
}

const toLine = ([path, message]: Mistake): string => `  ${path.join('.') || '(top level)'}: ${message}`
