import { readFileSync } from 'node:fs'

/** The last cell of each row of a page whose first one is a code: what to do, as docs say it, without its links. */
function rowsOf(page: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const rows = text.split('\n').flatMap((line): [string, string][] => {
    const cells = line.split('|').map((cell) => cell.trim())
    const code = /^`(\w+)`/.exec(cells[1] ?? '')?.[1]
    return code && cells.length === 5 ? [[code, plain(cells[3] ?? '')]] : []
  })
  // A code of the operator's answers can be one of a reason too: reasons come first.
  return new Map(rows.toReversed())
}

const plain = (cell: string) => cell.replaceAll(/\[(`?[^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')

const ofReasons = rowsOf('errors.md')
const ofFindings = rowsOf('operator.md')

/** What a person does about a reason (docs/errors.md), or about a finding of the audit (docs/operator.md). */
export const adviceOn = (code: string): string | undefined => ofReasons.get(code)
export const adviceOnFinding = (code: string): string | undefined => ofFindings.get(code)
