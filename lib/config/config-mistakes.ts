import * as z from 'zod'
import { sourceConfig, sourceName } from './source-config.ts'
import { type Mistake, sourceMistakes } from './source-mistakes.ts'

/** Named in interfaces and without effect so far: taking them silently would promise something. */
const notSupportedYet = ['notify']

/** Everything that is wrong with a configuration, one indented sentence a line; `issues`: what its schema says. */
export function configMistakes(input: unknown, issues: readonly z.core.$ZodIssue[]): string[] {
  return [...[...issues, ...issuesBehindBadNames(input)].flatMap(mistakesOf), ...sourceMistakes(input)].map(tell)
}

const shapes: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list [...]',
  object: 'an object {...}',
  record: 'an object {...}',
}

/** What to write instead, where a setting has no sentence of its own; for zod's `error`. */
export function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `write ${shapes[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return `write ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
  if (issue.code === 'invalid_union') return 'fits none of the shapes that docs/configuration.md shows'
  return undefined
}

const anySources = z.object({ sources: z.record(z.string(), z.unknown()) })

/** A record's value is not looked at where its name is wrong. */
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
  // What is wrong with a name stands one level deeper.
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }): Mistake => [issue.path, message])
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]]
  const isLater = (key: string): boolean => issue.path.length === 0 && notSupportedYet.includes(key)
  return issue.keys.map(
    (key): Mistake => (isLater(key) ? [[key], 'not supported yet'] : [issue.path, `unknown setting "${key}"`]),
  )
}

const tell = ([path, message]: Mistake): string => `  ${path.join('.') || '(the whole)'}: ${message}`
