import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { runPart, runWhereInstalled } from '../../scripts/run-part.ts'

/** What `npm run check` prints. */
let printed: string[]
beforeEach(() => {
  printed = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  onTestFinished(() => log.mockRestore())
})

const part = (code: string) => runPart(['a part', '-e', code])

it('a part of the check holds where it ends with 0, and what it says is shown as a whole', async () => {
  const says = 'process.stdout.write("one "); setTimeout(() => process.stderr.write("two"), 20)'
  expect(await part(says)).toEqual({ name: 'a part', state: 'ok', seconds: expect.any(Number) })
  expect(printed).toEqual(['\n── a part\none two'])
})

it.each([
  ['ends with 3', 'console.log("why"); process.exitCode = 3', 'ended with 3'],
  ['is killed', 'process.kill(process.pid, "SIGKILL")', 'ended with SIGKILL'],
])('a part of the check that %s does not hold, and it is said how it ended', async (_, code, end) => {
  expect((await part(code)).state).toBe('FAILED')
  expect(printed.at(-1)).toBe(`a part ${end}`)
})

it.each([false, true])('a part of the check that cannot be started does not hold (live: %s)', async (live) => {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  onTestFinished(() => {
    process.execPath = execPath
  })
  expect((await runPart(['a part', '-e', '0'], live)).state).toBe('FAILED')
  expect(printed.at(-1)).toMatch(/^a part could not start: .*ENOENT/)
})

it('a part of the check whose module is gone does not hold', async () => {
  expect((await runPart(['a part', 'scripts/gone.ts'])).state).toBe('FAILED')
  expect(printed.join('\n')).toContain('Cannot find module')
})

it('a part of the check that needs more than is there is not run, and it is said why', async () => {
  const install = async () => Promise.reject(new Error('there is no compiler'))
  expect(await runWhereInstalled(['a part', '-e', '0'], install)).toMatchObject({ name: 'a part', state: 'not run' })
  expect(printed).toEqual(['\n── a part\nnot run: there is no compiler'])
})

it.each([
  ['holds where it ends with 0', '0', 'ok'],
  ['does not hold where it ends with 3', 'process.exitCode = 3', 'FAILED'],
])('a part of the check whose needs are there %s', async (_, code, state) => {
  expect(await runWhereInstalled(['a part', '-e', code], async () => {})).toMatchObject({ state })
})
