import { join } from 'node:path'
import { layerProblems } from './layer-problems.ts'
import { readImports } from './read-imports.ts'
import { unreadSources } from './unread-sources.ts'

/** All mistakes in the imports of the project in `root`. Files that import each other are found by Biome. */
export function checkLayers(root: string): string[] {
  const found = readImports(root)
  return [...layerProblems(found), ...unreadSources(root, found.files)]
}

if (import.meta.main) {
  const problems = checkLayers(join(import.meta.dirname, '../..'))
  for (const problem of problems) console.error(problem)
  console.log(`layers: ${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}
