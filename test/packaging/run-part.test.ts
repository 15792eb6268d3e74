import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { runIfInstalled, runPart } from '../../scripts/run-part.ts'

/** What `npm run check` prints. */
let printed: string[]
beforeEach(() => {
  printed = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  onTestFinished(() => log.mockRestore())
})

const part = (code: string) => runPart(['a part', '-e', code])

it('a part of the check is ok if it ends with 0, and its output is printed at the end', async () => {
  const code = 'process.stdout.write("one "); setTimeout(() => process.stderr.write("two"), 20)'
  expect(await part(code)).toEqual({ name: 'a part', state: 'ok', seconds: expect.any(Number) })
  expect(printed).toEqual(['\n── a part\none two'])
})

it.each([
  ['ends with 3', 'console.log("why"); process.exitCode = 3', 'ended with 3'],
  ['is killed', 'process.kill(process.pid, "SIGKILL")', 'ended with SIGKILL'],
])('a part of the check that %s has failed, and the reason is printed', async (_, code, end) => {
  expect((await part(code)).state).toBe('FAILED')
  expect(printed.at(-1)).toBe(`a part ${end}`)
})

it.each([false, true])('a part of the check that cannot start has failed (live: %s)', async (live) => {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  onTestFinished(() => {
    process.execPath = execPath
  })
  expect((await runPart(['a part', '-e', '0'], live)).state).toBe('FAILED')
  expect(printed.at(-1)).toMatch(/^a part could not start: .*ENOENT/)
})

it('a part of the check whose module is missing has failed', async () => {
  expect((await runPart(['a part', 'scripts/gone.ts'])).state).toBe('FAILED')
  expect(printed.join('\n')).toContain('Cannot find module')
})

it('a part of the check whose needs cannot be installed is not run, and the reason is printed', async () => {
  const install = async () => Promise.reject(new Error('there is no compiler'))
  expect(await runIfInstalled(['a part', '-e', '0'], install)).toMatchObject({ name: 'a part', state: 'not run' })
  expect(printed).toEqual(['\n── a part\nnot run: there is no compiler'])
})

it.each([
  ['is ok if it ends with 0', '0', 'ok'],
  ['has failed if it ends with 3', 'process.exitCode = 3', 'FAILED'],
])('a part of the check whose needs are installed %s', async (_, code, state) => {
  expect(await runIfInstalled(['a part', '-e', code], async () => {})).toMatchObject({ state })
})
