import type * as z from 'zod'

type Issue = z.core.$ZodIssue
type Field = (string | number)[]

/**
 * What is wrong with a command's arguments, one sentence: `lines.0: unknown field "colour"; dryRun: ...`. Never a value. The error must
 * come from a parse with `reportInput`.
 */
export const inputMistakes = ({ issues }: z.ZodError): string =>
  `${issues.map((issue) => anyOf(mistakes(issue, []))).join('; ')}.`

const anyOf = (alternatives: string[]): string => [...new Set(alternatives)].join(', or ')

/** One entry; several if each of them would fix it. */
function mistakes(issue: Issue, within: Field): string[] {
  const field = [...within, ...(issue.path as Field)]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return nearest(issue.errors).map((branch) => branch.map((inner) => anyOf(mistakes(inner, field))).join(' and '))
  }
  const where = field.length > 0 ? `${field.join('.')}: ` : ''
  return [`${where}${wrongWith(issue)}`]
}

function wrongWith(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'missing'
  return issue.message.replace(/^(Invalid|Too) \w+: /, '')
}

/** The shapes that were most likely meant: those with the deepest mistake, and of these the ones with the fewest mistakes. */
function nearest(branches: Issue[][]): Issue[][] {
  const depth = (branch: Issue[]) => Math.min(...branch.map(({ path }) => path.length))
  const deepest = Math.max(...branches.map(depth))
  const inner = branches.filter((branch) => depth(branch) === deepest)
  const fewest = Math.min(...inner.map((branch) => branch.length))
  return inner.filter((branch) => branch.length === fewest)
}
