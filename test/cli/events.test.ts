import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { operate } from '../../lib/operator/operate.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'

async function follow(steps: ((world: ReturnType<typeof createWorld>) => Promise<unknown>)[], more: string[] = []) {
  const world = createWorld()
  const out: string[] = []
  let stop: (() => void) | undefined
  const code = await runCommandLine(['events', '--follow', ...more], {
    env: {},
    cwd: '/',
    now: world.now,
    fetch: async (_url, init) => Response.json(await operate(operatorOf(world), JSON.parse(String(init?.body)))),
    out: (text) => void out.push(text),
    err: () => undefined,
    onInterrupt: (given) => {
      stop = given
      return () => undefined
    },
    sleep: async () => {
      const step = steps.shift()
      if (step) await step(world)
      else stop?.()
    },
  })
  return { code, out }
}

describe('events --follow', () => {
  it('shows what is new or has moved, once each, and ends with 0 at Ctrl-C', async () => {
    let id = ''
    const { code, out } = await follow([
      async (world) => {
        id = await world.accept('standard', returnRequested({}))
      },
      async () => undefined,
      async (world) => await world.finish(id),
      async () => undefined,
    ])
    expect(code).toBe(0)
    expect(out.map((line) => line.replace(/^\S+ +/, '').trim())).toEqual([
      `ready      ${id}`,
      `done       ${id}  order 10001`,
    ])
  })

  it('shows each row as a line of JSON with --json', async () => {
    let id = ''
    const accept = async (world: ReturnType<typeof createWorld>) => {
      id = await world.accept('standard', returnRequested({}))
    }
    const { out } = await follow([accept, async (world) => await world.finish(id)], ['--json'])
    expect(out.map((line) => JSON.parse(line))).toMatchObject([
      { id, status: 'ready' },
      { id, status: 'done', orderId: 10_001 },
    ])
  })

  it.each([
    ['--limit', '5'],
    ['--cursor', 'x'],
  ])('takes no page: %s', async (...page) => {
    await expect(follow([], page)).rejects.toThrow(`takes no ${page[0]}.`)
  })
})
