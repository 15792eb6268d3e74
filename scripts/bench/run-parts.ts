import type { Part, PartReport, Row } from './part.ts'
import { isMissed } from './table.ts'

/** How often a part with times is measured at most. */
const mostTries = 3

type Named = readonly (readonly [name: string, part: Part])[]

/** Runs parts one after another: they must not slow each other. One that throws does not stop the others. */
export async function runParts(parts: Named, report: (name: string) => void): Promise<PartReport[]> {
  const reports: PartReport[] = []
  for (const [name, part] of parts) {
    report(name)
    const measured = await measurePart(part).then(
      (rows) => ({ rows }),
      (error: unknown) => ({ rows: [], failed: error instanceof Error ? error.message : String(error) }),
    )
    reports.push({ part: name, ...measured })
  }
  return reports
}

/** A budget of a time that is missed is measured again; the row is then that of the try that kept it, or of the last one. */
async function measurePart({ isTimed, measure }: Part): Promise<Row[]> {
  let rows = await measure()
  for (let tries = 2; isTimed && tries <= mostTries && rows.some(isMissed); tries += 1) {
    const again = await measure()
    rows = rows.map((row, at) => (isMissed(row) ? { ...(again[at] ?? row), tries } : row))
  }
  return rows
}
