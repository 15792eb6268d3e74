import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { spawnCommand } from '../local/program.ts'
import { aMachine, runFileOf } from '../local/running-serve.ts'
import { madeFor, sendRefund, temporaryFolder, until } from '../local/running-stack.ts'

const isAsked = process.env.TEST_DEPLOYED === 'all'
const project = join(import.meta.dirname, '../..')
/** Of the container's user. */
const uid = 10_001
const port = 18_080

/** A base of Debian packages, under the name that the Containerfile wants: no registry of images is asked. */
async function builtImage(folder: string, buildah: (...args: string[]) => Promise<string>): Promise<string> {
  const base = join(folder, 'base.tar')
  await run(
    'mmdebstrap',
    '--variant=minbase',
    '--include=ca-certificates',
    'stable',
    base,
    'http://deb.debian.org/debian',
  )
  const scratch = await buildah('from', 'scratch')
  await buildah('add', '-q', scratch, base, '/')
  // What this machine trusts.
  const trusted = '/etc/ssl/certs/ca-certificates.crt'
  await buildah('copy', '-q', scratch, trusted, trusted)
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${trusted}`, scratch)
  await buildah('commit', '-q', '--rm', scratch, 'docker.io/library/debian:stable-slim')
  const context = join(folder, 'context')
  await run('git', 'clone', '-q', project, context)
  const file = join(context, 'infra/one-machine/Containerfile')
  await buildah('bud', '-q', '--isolation', 'chroot', '--pull-never', '-t', 'bridge', '-f', file, context)
  return await buildah('from', '--pull-never', 'localhost/bridge')
}

const run = async (command: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { maxBuffer: 1e8 })).stdout.trim()

describe.skipIf(!isAsked)(
  `the container${isAsked ? '' : ' (skipped: npm run test:deployed runs it, with buildah and mmdebstrap)'}`,
  () => {
    it('makes a return as a user who can change nothing of it, and stops in order', async () => {
      const folder = temporaryFolder()
      const storage = [
        '--storage-driver',
        'vfs',
        '--root',
        join(folder, 'images'),
        '--runroot',
        join(folder, 'running'),
      ]
      const buildah = (...args: string[]) => run('buildah', ...storage, ...args)
      const container = await builtImage(folder, buildah)
      const root = await buildah('mount', container)

      const { secrets, sandboxUrl } = await aMachine()
      const data = join(folder, 'data')
      mkdirSync(data, { mode: 0o700 })
      for (const mine of [data, secrets]) chownSync(mine, uid, uid)
      const marker = join(folder, 'marker')
      writeFileSync(marker, '')
      const mounts = ['-v', `${data}:/data`, '-v', `${secrets}:/secrets:ro`]
      const serve = ['node_modules/.bin/node', 'local/serve.mjs', '--port', String(port), '--console-port', '0']
      const started = ['buildah', ...storage, 'run', '--isolation', 'chroot', ...mounts, container, '--', ...serve]
      const program = spawnCommand(started, {})
      onTestFinished(async () => {
        await program.stop('SIGKILL')
        await buildah('rm', '--all')
      })
      await until('the bridge', () => program.output().includes('is running.'), 60_000)
      const { pid, webhooks } = runFileOf(data)
      expect(await run('ps', '-o', 'uid=', '-p', String(pid))).toBe(String(uid))
      await sendRefund(webhooks, { id: 'd-1' })
      await until('its return', async () => (await madeFor(sandboxUrl, 10_001)).returns === 1, 30_000)
      const cli = ['node_modules/.bin/node', 'cli/main.mjs', 'event.list']
      expect(await buildah('run', '--isolation', 'chroot', ...mounts, container, '--', ...cli)).toContain('done')
      process.kill(pid, 'SIGTERM')
      expect((await program.ended).code).toBe(0)
      // So its root can be read-only.
      expect(await run('find', root, '-xdev', '-newer', marker, '-uid', String(uid), '-type', 'f')).toBe('')
    }, 1_200_000)
  },
)
