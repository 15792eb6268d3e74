import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fullSizes, type PartReport } from './part.ts'
import { parts } from './parts.ts'
import { pricesOf } from './prices.ts'
import { type Options, readOptions } from './read-options.ts'
import { measuredWhere, runFacts } from './run-facts.ts'
import { runParts } from './run-parts.ts'
import { exitCodeOf, toTable } from './table.ts'
import { withRun } from './write-docs.ts'

const page = join(import.meta.dirname, '../../docs/benchmarks.md')

const usage = `npm run bench                                 measures everything, and compares it with the budgets
npm run bench -- --only <part>                one part; can be repeated
npm run bench -- --tiny                       the smallest sizes: shows that each part works
npm run bench -- --size stored=10000          another size; can be repeated
npm run bench -- --json run.json              also writes the results as JSON
npm run bench -- --write-docs                 also writes the table into docs/benchmarks.md
parts:
${Object.entries(parts)
  .map(([name, { says }]) => `  ${name.padEnd(12)} ${says}`)
  .join('\n')}
sizes: ${Object.entries(fullSizes)
  .map(([name, size]) => `${name}=${size}`)
  .join(' ')}`

async function run(options: Options): Promise<PartReport[]> {
  const chosen = options.parts.map((name) => [name, parts[name] as (typeof parts)[string]] as const)
  const { sizes } = options
  const reports = await runParts({ parts: chosen, sizes, now: () => performance.now() }, (name) =>
    process.stderr.write(`measuring ${name}\n`),
  )
  const facts = runFacts()
  if (options.json !== undefined)
    await writeFile(
      options.json,
      `${JSON.stringify({ ...facts, sizes, kept: exitCodeOf(reports) === 0, parts: reports }, null, 2)}\n`,
    )
  if (options.writeDocs) {
    const listed = `Prices of ${pricesOf.region}, as they were listed on ${pricesOf.date}.`
    await writeFile(
      page,
      withRun(await readFile(page, 'utf8'), `${measuredWhere(facts)} ${listed}\n\n${toTable(reports)}`),
    )
  }
  return reports
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Object.keys(parts))
  if (options.help) return void process.stdout.write(`${usage}\n`)
  const reports = await run(options)
  process.stdout.write(`${toTable(reports)}\n`)
  process.exitCode = exitCodeOf(reports)
}

await main().catch((error: unknown) => {
  if (!(error instanceof RangeError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
})
