import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../local/running-stack.ts'

const root = join(import.meta.dirname, '../..')
/** The first Node on this machine's PATH that is too old. */
const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((file) => {
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
    return stdout && Number(stdout.slice(1).split('.')[0]) < 24
  })

/** What is the same in a process of its own and in this one: command-line.test.ts and stage.test.ts. */
describe('cli/main.mjs', () => {
  it('is found by npx, runs a command and ends with its exit code, without a stack', async () => {
    // npx finds the command inside the project.
    const found = spawnSync('npx', ['--no-install', 'backoffice-bridge', 'samples'], { cwd: root, encoding: 'utf8' })
    expect(found).toMatchObject({ status: 0, stdout: expect.stringContaining('local/samples/shopify/refund.json') })
    const { code, output } = await run('cli/main.mjs', ['stats'], { PORT: '1' }).ended
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Nothing answers.*\n$/) })
  })

  it('ends quietly and with its exit code if nobody reads its output', async () => {
    const { child, ended } = run('cli/main.mjs', ['samples'], {})
    child.stdout?.destroy()
    expect(await ended).toEqual({ code: 0, output: '' })
  })

  it.skipIf(olderNode === undefined)(
    "runs on the project's own Node if the machine's is too old (skipped without an older Node)",
    () => {
      const { status, stdout } = spawnSync(olderNode ?? '', ['cli/main.mjs', 'samples'], {
        cwd: root,
        encoding: 'utf8',
      })
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('shopify/refund.json') })
      const refused = spawnSync(olderNode ?? '', ['cli/main.mjs', 'verify'], { cwd: root, encoding: 'utf8' })
      const stderr = expect.stringMatching(/^Usage: npx backoffice-bridge verify /)
      expect(refused).toMatchObject({ status: 1, stderr })
    },
  )
})
