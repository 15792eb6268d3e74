import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')
const unit = 'backoffice-bridge.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!hasSystemd)('the unit for systemd has no mistakes (skipped without systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const text = readFileSync(join(root, 'infra/one-machine', unit), 'utf8')
  // It must find its program, which lies elsewhere here.
  writeFileSync(join(folder, unit), text.replace(/^ExecStart=.*\/node /m, `ExecStart=${process.execPath} `))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, unit)], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
