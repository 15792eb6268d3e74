import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { aFreePort, sendRefund, temporaryFolder, until, waitForStatus } from './running-stack.ts'

const root = join(import.meta.dirname, '../..')

it.runIf(process.platform === 'linux')(
  'npm start goes on if its output cannot be written, and ends with the shell of npm (Linux)',
  async () => {
    const DATA_DIR = temporaryFolder()
    const { shell, url } = await startUnread(DATA_DIR)
    const pid = (await until('its process', () => childOf(shell.pid))) as number
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    })
    await until('its port', () => fetch(url).catch(() => undefined))
    for (const id of ['d-1', 'd-2', 'd-3']) expect((await sendRefund(url, { id, tamper: true })).status).toBe(401)
    const { status, json } = await sendRefund(url, { id: 'd-4' })
    expect(status).toBe(200)
    await waitForStatus(url, String(json.id), 'done')

    expect(pid).not.toBe(shell.pid)
    shell.kill('SIGTERM')
    await until('its end', () => !isAlive(pid))
    // A killed process would leave its log behind; a stopped one has written all of it into the store.
    expect(existsSync(join(DATA_DIR, 'bridge.sqlite'))).toBe(true)
    expect(existsSync(join(DATA_DIR, 'bridge.sqlite-wal'))).toBe(false)
  },
)

it('npm start says why it stops when npm is gone; another script does not stop', async () => {
  const [started, developed] = await Promise.all([endOfOrphan('start'), endOfOrphan('dev')])
  expect(started).toBe('npm, which started this process, has ended: stopping.\nstopped')
  expect(developed).toBe('')
})

/** Kills the shell of a process and returns what that process writes in its next 1.5 s. */
async function endOfOrphan(npm_lifecycle_event: string): Promise<string> {
  const code = `
    import { stopWithParent } from './local/stop-with-parent.ts'
    stopWithParent(() => { process.stderr.write('stopped'); process.exit() })
    process.stdout.write('up')
    setTimeout(() => {}, 1_500)`
  const shell = spawn('sh', ['-c', `'${process.execPath}' --input-type=module -e "$CODE"; true`], {
    cwd: root,
    env: { PATH: process.env.PATH, CODE: code, npm_lifecycle_event },
  })
  const output = text(shell.stderr)
  await once(shell.stdout, 'data')
  shell.kill('SIGKILL')
  return await output
}

/** Through a shell, like npm. */
async function startUnread(DATA_DIR: string) {
  const port = await aFreePort()
  const full = existsSync('/dev/full') ? openSync('/dev/full', 'w') : undefined
  const shell = spawn('sh', ['-c', `'${process.execPath}' local/start.mjs; true`], {
    cwd: root,
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'start', PORT: String(port), SANDBOX_PORT: '0', DATA_DIR },
    stdio: ['ignore', full ?? 'pipe', 'pipe'],
  })
  if (full !== undefined) closeSync(full)
  onTestFinished(() => void shell.kill('SIGKILL'))
  shell.stdout?.destroy()
  shell.stderr?.destroy()
  return { shell, url: `http://127.0.0.1:${port}` }
}

/** As proc(5) lists them. */
function childOf(pid: number | undefined): number | undefined {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return child === '' ? undefined : Number(child)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
