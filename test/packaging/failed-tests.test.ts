import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failedTests } from '../../scripts/failed-tests.ts'

const modules = join(import.meta.dirname, '../../node_modules')
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'failed-tests-'))
  symlinkSync(modules, join(root, 'node_modules'))
})
afterAll(() => rmSync(root, { recursive: true }))

it('lists each failed test and each file that cannot be loaded, and nothing that passed', () => {
  const adds = "import { expect, it } from 'vitest'\nit('adds', () => expect(1 + 1).toBe(3))\nit('passes', () => {})"
  writeFileSync(join(root, 'adds.test.ts'), adds)
  writeFileSync(join(root, 'gone.test.ts'), "import './gone.ts'")
  const report = join(root, 'report.json')
  const args = ['run', '--root', root, '--reporter=json', `--outputFile.json=${report}`]
  expect(spawnSync(process.execPath, [join(modules, 'vitest/vitest.mjs'), ...args], { cwd: root }).status).toBe(1)
  expect(failedTests(report, root).sort()).toEqual([
    expect.stringMatching(/^adds\.test\.ts > adds: AssertionError: expected 2 to be 3/),
    expect.stringMatching(/^gone\.test\.ts: Cannot find module/),
  ])
})

it('lists nothing where a run ended before its report', () => {
  expect(failedTests(join(root, 'none.json'), root)).toEqual([])
})
