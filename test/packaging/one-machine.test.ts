import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { aMachine, startServe } from '../local/running-serve.ts'
import { sendRefund, temporaryFolder } from '../local/running-stack.ts'

const root = join(import.meta.dirname, '../..')
const unit = 'backoffice-bridge.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!hasSystemd)('the unit for systemd has no mistakes (skipped without systemd-analyze)', () => {
  const folder = temporaryFolder()
  const text = readFileSync(join(root, 'infra/one-machine', unit), 'utf8')
  // It must find its program, which lies elsewhere here.
  writeFileSync(join(folder, unit), text.replace(/^ExecStart=.*\/node /m, `ExecStart=${process.execPath} `))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, unit)], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

it('the container has all that serve needs: what its file copies, and the packages without those of development', async () => {
  const folder = temporaryFolder()
  const containerfile = readFileSync(join(root, 'infra/one-machine/Containerfile'), 'utf8')
  const parts = [...containerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>
  }
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const isTop = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path)
    if (!isTop || dev || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
  const { args, data } = await aMachine()
  const { webhooks } = await startServe(args, { data, project: folder })
  expect((await sendRefund(webhooks, { id: 'd-1' })).status).toBe(200)
})
