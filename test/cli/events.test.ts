import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { operate } from '../../lib/operator/operate.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, returnRequested, type World } from '../workflow/world.ts'

async function follow(steps: ((world: World) => Promise<unknown>)[], more: string[] = []) {
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
  let id = ''
  const accept = async (world: World) => {
    id = await world.accept('standard', returnRequested({}))
  }
  const finish = (world: World) => world.finish(id)

  it('shows what is new or has moved, once each, and ends with 0 at Ctrl-C', async () => {
    const { code, out } = await follow([accept, async () => undefined, finish, async () => undefined])
    expect(code).toBe(0)
    const shown = out.map((line) => line.replace(/^\S+ \S+ UTC +/, '').trim())
    expect(shown).toEqual([
      `ready      ${id}  Delivery: standard`,
      `done       ${id}  Return of 1 × Mug, blue · order 6203001001`,
    ])
  })

  it('shows each row as a line of JSON with --json', async () => {
    const { out } = await follow([accept, finish], ['--json'])
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
