import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

const parts = [
  ...['cli', 'console', 'functions', 'lib', 'local', 'sandbox', 'scripts'],
  ...['package.json', 'tsconfig.json', 'biome.json', '.gitignore'],
]

/**
 * A copy of the project in which nobody has written a configuration or secrets yet. `atEnd`: when it is removed. `more`: what else is
 * copied.
 */
export function ownProject(atEnd: (remove: () => void) => void = onTestFinished, more: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-own-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of [...parts, ...more]) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
