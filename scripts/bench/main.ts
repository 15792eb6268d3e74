import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parts } from './parts.ts'
import { pricesOf } from './prices.ts'
import { runParts } from './run-parts.ts'
import { exitCodeOf, toTable } from './table.ts'

const page = join(import.meta.dirname, '../../docs/benchmarks.md')

const usage = `npm run bench                        measures everything; exits with 1 if a budget is not kept
npm run bench -- --only <part>       one part; can be repeated
npm run bench -- --json run.json     also writes the results as JSON
npm run bench -- --write-docs        also writes the table of a whole run into docs/benchmarks.md
parts:
${Object.entries(parts)
  .map(([name, { says }]) => `  ${name.padEnd(12)} ${says}`)
  .join('\n')}
`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const { only } = values

/** When and where a run was measured. */
function factsOfRun() {
  const [{ model = 'unknown' } = {}, ...others] = cpus()
  return {
    at: new Date().toISOString(),
    node: process.version,
    machine: `${process.platform} ${process.arch}, ${others.length + 1} x ${model.trim()}`,
  }
}

/** Writes a run into the page, between its markers. */
async function writeDocs(content: string): Promise<void> {
  const text = await readFile(page, 'utf8')
  const marked = /(<!-- bench: begin -->\n).*(\n<!-- bench: end -->)/s
  if (!marked.test(text)) throw new Error(`${page} has no place for the table`)
  await writeFile(
    page,
    text.replace(marked, (_, begin, end) => `${begin}${content}${end}`),
  )
}

async function bench(): Promise<void> {
  const chosen = Object.entries(parts).filter(([name]) => only.length === 0 || only.includes(name))
  const facts = factsOfRun()
  const reports = await runParts(chosen, (name) => process.stderr.write(`measuring ${name}\n`))
  const table = toTable(reports)
  const measured = `Measured ${facts.at.slice(0, 10)}, Node ${facts.node}, ${facts.machine}.`
  const listed = `Prices of ${pricesOf.region}, as they were listed on ${pricesOf.date}.`
  const json = { ...facts, kept: exitCodeOf(reports) === 0, parts: reports }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(json, null, 2)}\n`)
  if (values['write-docs']) await writeDocs(`${measured} ${listed}\n\n${table}`)
  process.stdout.write(`${table}\n`)
  process.exitCode = exitCodeOf(reports)
}

const unknown = only.find((name) => !Object.hasOwn(parts, name))
if (values.help) process.stdout.write(usage)
else if (unknown !== undefined || (values['write-docs'] && only.length > 0)) {
  const wrong = unknown === undefined ? '--write-docs publishes a whole run: leave out --only' : `no part "${unknown}"`
  process.stderr.write(`${wrong}\n\n${usage}`)
  process.exitCode = 2
} else await bench()
