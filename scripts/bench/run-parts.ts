import type { Part, PartReport, Sizes } from './part.ts'

type Chosen = { parts: readonly (readonly [name: string, part: Part])[]; sizes: Sizes; now: () => number }

/** Runs parts one after another: they must not slow each other. One that throws does not stop the others. */
export async function runParts({ parts, sizes, now }: Chosen, report: (name: string) => void): Promise<PartReport[]> {
  const reports: PartReport[] = []
  for (const [name, part] of parts) {
    report(name)
    const from = now()
    const measured = await part.measure(sizes).then(
      (rows) => ({ rows }),
      (error: unknown) => ({ rows: [], failed: error instanceof Error ? error.message : String(error) }),
    )
    reports.push({ part: name, tookMs: Math.round(now() - from), ...measured })
  }
  return reports
}
