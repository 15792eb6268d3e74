import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Everything that must hold before a change goes in: what it is called, and the command that fails when it does not hold. */
const parts: [name: string, module: string, ...args: string[]][] = [
  ['lint, format, layering', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  // Each thread would check the libraries' types anew: on two cores that is no faster, and twice the work.
  ['types', 'node_modules/typescript/bin/tsc', '--project', '.', '--singleThreaded'],
  ['unused code', 'node_modules/knip/bin/knip.js'],
  ['tests with coverage', 'node_modules/vitest/vitest.mjs', 'run', '--coverage'],
  ['package', 'scripts/package.ts'],
]

const results = parts.map(([name, module, ...args]) => {
  console.log(`\n── ${name}`)
  const begin = performance.now()
  const { status } = spawnSync(process.execPath, [module, ...args], { cwd: root, stdio: 'inherit' })
  return { name, ok: status === 0, seconds: (performance.now() - begin) / 1_000 }
})

console.log('')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
if (results.some(({ ok }) => !ok)) process.exitCode = 1
