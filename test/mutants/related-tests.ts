import { fileURLToPath } from 'node:url'
import { readImports } from '../../scripts/layers/read-imports.ts'

/** They take minutes: every boundary of a run, and a queue that is worked off. */
const long: ReadonlySet<string> = new Set(['test/workflow/crash-points.test.ts', 'test/workflow/drain.test.ts'])
/** A process or thread of its own would load the sources as they are. The embedded database loads none of them. */
const starts: ReadonlySet<unknown> = new Set(['node:child_process', 'node:worker_threads'])
const databases: ReadonlySet<string> = new Set(['test/inbox/dynoxide.ts'])

type Graph = { tests: readonly string[]; importers: ReadonlyMap<string, readonly string[]> }

/** Tests of the project, and who imports what. */
export function readTests(): Graph {
  const { files, imports } = readImports(fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, ''))
  const links = imports.flatMap(({ from, to, isFile }) => (isFile && to !== undefined ? [[from, to] as const] : []))
  const importers = new Map(
    [...Map.groupBy(links, ([, to]) => to)].map(([to, all]) => [to, all.map(([from]) => from)] as const),
  )
  const starters = imports.flatMap(({ from, to }) => (starts.has(to) && !databases.has(from) ? [from] : []))
  const starting = distancesFrom(starters, importers)
  const tests = files.filter((file) => file.endsWith('.test.ts') && !long.has(file) && !starting.has(file))
  return { tests, importers }
}

/**
 * The tests that load one of these sources, in one process: those that are named like it first, then those of its folder, then by how
 * many imports lie between.
 */
export function relatedTests({ tests, importers }: Graph, sources: readonly string[]): string[] {
  const distances = distancesFrom(sources, importers)
  const rank = (test: string) => {
    const isNamed = sources.some((source) => nameOf(source) === nameOf(test))
    const isNear = sources.some((source) => folderOf(source) === folderOf(test))
    return (isNamed ? 0 : 200) + (isNear ? 0 : 100) + (distances.get(test) ?? 0)
  }
  return tests
    .filter((test) => distances.has(test))
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/(\.test)?\.ts$/, '')
const folderOf = (path: string): string => path.split('/').slice(1, -1).join('/')

/** How many imports lie between each file and the nearest of these. */
function distancesFrom(files: readonly string[], importers: Graph['importers']): ReadonlyMap<string, number> {
  const found = new Map(files.map((file) => [file, 0]))
  for (const [file, distance] of found) {
    for (const importer of importers.get(file) ?? []) if (!found.has(importer)) found.set(importer, distance + 1)
  }
  return found
}
