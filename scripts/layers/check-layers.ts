import { join } from 'node:path'
import { importCircles } from './import-circles.ts'
import { layerProblems } from './layer-problems.ts'
import { readImports } from './read-imports.ts'

/** All mistakes in the imports of the project in `root`. */
export function checkLayers(root: string): string[] {
  const found = readImports(root)
  // Between tests only Biome looks for circles, and only for circles of values.
  const product = found.imports.filter(({ from }) => !from.startsWith('test/'))
  return [...layerProblems(found), ...importCircles(product)]
}

if (import.meta.main) {
  const problems = checkLayers(join(import.meta.dirname, '../..'))
  for (const problem of problems) console.error(problem)
  console.log(`layers: ${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}
