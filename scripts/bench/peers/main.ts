import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartReport } from '../part.ts'
import { measuredWhere, runFacts } from '../run-facts.ts'
import { exitCodeOf, toTable } from '../table.ts'
import { withRun } from '../write-docs.ts'
import { type Result, toBudgets, toFigures } from './compare.ts'
import { install, isInstalled, peerVersions } from './installation.ts'
import { isAlone, runAlone } from './own-network.ts'
import { playScene } from './play-scene.ts'
import { fullSize, type Options, readOptions, tinySize } from './read-options.ts'
import { type Scene, scenes } from './scenes.ts'
import { type Compared, systems } from './systems.ts'

const page = join(import.meta.dirname, '../../../docs/benchmarks.md')
/** One scene with one system. An event of the bridge that meets a fault four times waits for twenty minutes in all. */
const patienceMs = 3_600_000

const usage = `npm run bench:peers                            plays every scene with the bridge and with each peer
npm run bench:peers -- --only <system>         one system; can be repeated. Without the bridge no budget is judged, and it ends with 0
npm run bench:peers -- --scene <scene>         one scene; can be repeated
npm run bench:peers -- --size 1000             other than ${fullSize} returns a scene
npm run bench:peers -- --tiny                  ${tinySize} returns: shows that everything works
npm run bench:peers -- --seed 2                other faults
npm run bench:peers -- --json run.json         also writes the results as JSON
npm run bench:peers -- --write-docs            also writes the tables into docs/benchmarks.md
systems: ${Object.keys(systems).join(', ')}
scenes:
${Object.entries(scenes)
  .map(([name, { says }]) => `  ${name.padEnd(6)} ${says}`)
  .join('\n')}`

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options.help) return say(usage, 0)
  if (!isAlone()) {
    // While there still is a network to install from.
    await installFor(options.systems)
    return await runAlone([import.meta.filename, ...args])
  }
  const results = await playAll(options)
  const budgets = toBudgets(results)
  const tables = [toFigures(results), ...(budgets.length > 0 ? [toTable(budgets)] : [])].join('\n\n')
  await publish(options, results, { budgets, tables })
  return say(tables, exitCodeOf(budgets))
}

/** What cannot be installed is reported as not measured. */
async function installFor(names: readonly string[]): Promise<void> {
  for (const one of new Set(names.flatMap((name) => systems[name]?.needs ?? [])))
    await install(one).catch((error: Error) => warn(error.message))
}

/** One after another: they must not slow each other. What cannot be measured does not stop the others. */
async function playAll({ scenes: chosen, systems: names, size, seed }: Options): Promise<Result[]> {
  const results: Result[] = []
  const { signal } = interruption
  for (const scene of chosen)
    for (const system of names) {
      warn(`${scene}: ${system}`)
      const { create: createSystem, needs } = systems[system] as Compared
      if (needs && !(await isInstalled(needs))) {
        results.push({ scene, system, failed: 'it is not installed' })
        continue
      }
      const play = { scene: scenes[scene] as Scene, createSystem, size, seed, patienceMs, signal }
      const playing = playScene({ ...play, log: (line) => warn(`  ${line}`) })
      results.push(
        await playing.then(
          (played) => ({ scene, system, played }),
          (error: Error) => ({ scene, system, failed: error.message }),
        ),
      )
      if (signal.aborted) throw new Error('interrupted: nothing is published')
    }
  return results
}

type Outcome = { budgets: PartReport[]; tables: string }

async function publish({ json, writeDocs, size, seed }: Options, results: readonly Result[], outcome: Outcome) {
  const facts = { ...runFacts(), versions: await peerVersions() }
  const { budgets, tables } = outcome
  const kept = exitCodeOf(budgets) === 0
  if (json !== undefined)
    await writeFile(json, `${JSON.stringify({ ...facts, size, seed, kept, results, budgets }, null, 2)}\n`)
  if (!writeDocs) return
  const peers = Object.entries(facts.versions).map(([name, version]) => `${name} ${version}`)
  const content = `${measuredWhere(facts)} ${size} returns a scene. ${peers.join(', ')}.\n\n${tables}`
  await writeFile(page, withRun(await readFile(page, 'utf8'), content, 'peers'))
}

function say(text: string, code: number): number {
  process.stdout.write(`${text}\n`)
  return code
}

const warn = (text: string): void => void process.stderr.write(`${text}\n`)

const interruption = new AbortController()
// What runs is killed before this process ends. Outside of the namespace `runAlone` passes the signal on.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort())

const code = await main(process.argv.slice(2)).catch((error: Error) => {
  warn(error.message)
  return error instanceof RangeError ? 2 : 1
})
process.exit(code)
