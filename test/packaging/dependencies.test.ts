import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Package = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  resolved?: string
}

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Package
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }

describe('dependencies', () => {
  it('have exact versions, because npm on an older Node would silently install an older major version', () => {
    const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('are locked for every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !findsFrom(path, name)),
    )
    expect(missing).toEqual([])
  })

  it('run no code of theirs when they are installed', () => {
    const { stdout } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: root, encoding: 'utf8' })
    expect(stdout).toBe('true\n')
  })

  it('are locked without the address of a registry', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
  })
})

/** Looks for a package as Node does: here, then in each parent. */
function findsFrom(path: string, name: string): boolean {
  const here = path ? `${path}/node_modules/${name}` : `node_modules/${name}`
  if (here in packages) return true
  if (!path) return false
  return findsFrom(path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name)
}
