import { describe, expect, it } from 'vitest'
import { readBanner } from './program.ts'
import {
  anyPorts,
  madeFor,
  operate,
  refundEvent,
  runUnreaped,
  sendRefund,
  startProgram,
  temporaryFolder,
  untilUnreaped,
  waitForStatus,
} from './running-stack.ts'

const duplicate = { status: 200, json: { status: 'duplicate' } }

/** What becomes of a write that a kill has cut off: test/crash/sigkill.test.ts. */
describe('npm start, killed together with its back office', () => {
  it('keeps what both had done', async () => {
    const DATA_DIR = temporaryFolder()
    const first = await startProgram({ DATA_DIR })
    await sendRefund(first.url, { id: 'd-1' })
    await waitForStatus(first.url, refundEvent, 'done')
    const before = await operate(first.url, { command: 'event.get', id: refundEvent })
    expect((await first.stop('SIGKILL')).code).toBeNull()

    const { url, sandboxUrl = '' } = await startProgram({ DATA_DIR })
    expect(await operate(url, { command: 'event.get', id: refundEvent })).toEqual(before)
    expect(await sendRefund(url, { id: 'd-1' })).toMatchObject(duplicate)
    expect(await madeFor(sandboxUrl, 10_001)).toEqual({ returns: 1, comments: 1 })
    const next = await fetch(`${sandboxUrl}/sandbox/orders`, { method: 'POST', body: '{"typeId": 3}' })
    expect(await next.json()).toMatchObject({ id: 700_002 })
  }, 60_000)

  it.runIf(process.platform === 'linux')(
    'leaves its data directory to the next start, even before its parent has reaped it (Linux)',
    async () => {
      const DATA_DIR = temporaryFolder()
      const { pid, program } = await runUnreaped([process.execPath, 'local/start.mjs'], { ...anyPorts, DATA_DIR })
      await readBanner(program)
      process.kill(pid, 'SIGKILL')
      await untilUnreaped(pid)
      await startProgram({ DATA_DIR })
      await untilUnreaped(pid)
    },
    60_000,
  )
})
