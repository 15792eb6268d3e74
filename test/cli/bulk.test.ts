import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { operate } from '../../lib/operator/operate.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, returnRequested, type World } from '../workflow/world.ts'

async function failed(count: number) {
  const world = createWorld()
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const { id } = await world.deliver('standard', returnRequested({ lines: [{ sku: `NO-${at}`, quantity: 1 }] }))
    ids.push(id)
  }
  return { world, ids }
}

type Typing = {
  answer?: string
  interruptAfter?: number
  /** The function comes to 5 events of each slice. */
  isShortOfTime?: boolean
  before?: (command: { command: string; events?: unknown }) => Promise<void>
}

/** A command line over the real commands of a world. */
async function line(world: World, args: string[], typing: Typing = {}) {
  const [out, err, status]: string[][] = [[], [], []]
  let interrupt: (() => void) | undefined
  let slices = 0
  const input = new PassThrough()
  const output = new PassThrough()
  if (typing.answer !== undefined) input.end(`${typing.answer}\n`)
  let shown = ''
  output.on('data', (part) => {
    shown += part
  })
  const code = await runCommandLine(args, {
    env: {},
    cwd: '/',
    now: world.now,
    fetch: async (_url, init) => {
      const command = JSON.parse(String(init?.body))
      await typing.before?.(command)
      if (command.events && ++slices === typing.interruptAfter) interrupt?.()
      if (command.events && typing.isShortOfTime) command.events = command.events.slice(0, 5)
      return Response.json(await operate(operatorOf(world), command))
    },
    out: (text) => void out?.push(text),
    err: (text) => void err?.push(text),
    status: (text) => void status?.push(text),
    onInterrupt: (stop) => {
      interrupt = stop
      return () => undefined
    },
    ...(typing.answer !== undefined && { terminal: { input, output } }),
  }).catch((error: Error) => {
    err?.push(error.message)
    return 1
  })
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '', status, shown }
}

const statuses = async (world: World, ids: readonly string[]) =>
  await Promise.all(ids.map(async (id) => (await world.get(id)).status))

const replay = ['event.replay', '--where', 'status=failed,reason=line_unknown']

describe('many events at once', () => {
  it('are shown, asked about, and moved', async () => {
    const { world, ids } = await failed(30)
    const { code, out, status } = await line(world, [...replay, '--note', 'New articles'], { answer: 'y' })
    expect(out).toContain('\n30 events.\n')
    expect(out).toMatch(/\n30 moved, 0 refused\.\n$/)
    expect(status).toContain('25 of 30 ...')
    expect(code).toBe(0)
    expect(new Set(await statuses(world, ids))).toEqual(new Set(['ready']))
  })

  it.each([
    ['event.replay', 'Replay 2 events: what was written is not written again? [y/N] '],
    ['event.release', 'Release 2 events: up to 2 more labels? [y/N] '],
    ['event.discard', 'Discard 2 events: nothing more is done for them? [y/N] '],
  ])('are asked about with the verb and its cost: %s', async (command, question) => {
    const { world } = await failed(2)
    expect((await line(world, [command, ...replay.slice(1)], { answer: 'n' })).shown).toContain(question)
  })

  it.each([[''], ['n'], ['no idea']])('stay as they are where the answer is "%s"', async (answer) => {
    const { world, ids } = await failed(2)
    expect(await line(world, replay, { answer })).toMatchObject({ code: 1, err: 'Nothing was moved.\n' })
    expect(await statuses(world, ids)).toEqual(['failed', 'failed'])
  })

  it('are only shown with --dryRun, and where nobody can be asked they need --yes', async () => {
    const { world, ids } = await failed(2)
    const shown = await line(world, [...replay, '--dryRun'])
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('2 events.') })
    expect(await line(world, replay)).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') })
    expect(await statuses(world, ids)).toEqual(['failed', 'failed'])
    expect(await line(world, [...replay, '--yes'])).toMatchObject({ code: 0 })
    expect(await statuses(world, ids)).toEqual(['ready', 'ready'])
  })

  it('have their turn again where the function had no time for a whole slice', async () => {
    const { world, ids } = await failed(12)
    const { code, out } = await line(world, [...replay, '--yes'], { isShortOfTime: true })
    expect(out).toMatch(/\n12 moved, 0 refused\.\n$/)
    expect(code).toBe(0)
    expect(new Set(await statuses(world, ids))).toEqual(new Set(['ready']))
  })

  it('stop at Ctrl-C after those that were begun, and say what was not touched', async () => {
    const { world, ids } = await failed(60)
    const { code, out } = await line(world, [...replay, '--yes'], { interruptAfter: 1 })
    expect(out).toMatch(/\n25 moved, 0 refused, 35 not touched\.\n$/)
    expect(code).toBe(1)
    const after = await statuses(world, ids)
    expect(after.filter((status) => status === 'ready')).toHaveLength(25)
  })

  it('are exactly those that were shown: who has moved meanwhile is left alone', async () => {
    const { world, ids } = await failed(2)
    const [first = ''] = ids
    const before = async ({ events }: { events?: unknown }) => {
      if (!events) return
      await world.advance(1_000)
      await operate(operatorOf(world), { command: 'event.discard', id: first, note: 'By hand' })
    }
    const { code, out, err } = await line(world, [...replay, '--yes'], { before })
    expect(out).toMatch(/\n1 moved, 1 refused\.\n$/)
    expect(err).toContain(`${first}: event ${first} has moved since you looked at it`)
    expect(code).toBe(1)
    expect(await statuses(world, ids)).toEqual(['discarded', 'ready'])
  })

  it.each([
    ['no filter', ['--where', '{}']],
    ['an unknown filter', ['--where', 'colour=blue']],
    ['a filter that cannot be read', ['--where', 'withdrawal=1']],
    ['a filter that cannot be read', ['--where', 'withdrawal=True']],
    ['a filter twice', ['--where', 'status=held,status=failed']],
    ['an id beside the filter', [...replay.slice(1), '--id', 'standard/d-1']],
    ['a time beside the filter', [...replay.slice(1), '--seen', '2026-03-02T09:00:00Z']],
    ['events beside the filter', [...replay.slice(1), '--events', '[{"id": "standard/d-1"}]']],
    ['an empty name', [...replay.slice(1), '--name', '']],
  ])('are not moved by %s: %j', async (_title, args) => {
    const { world, ids } = await failed(1)
    expect(await line(world, ['event.replay', '--yes', ...args])).toMatchObject({ code: 1, out: '' })
    expect(await statuses(world, ids)).toEqual(['failed'])
  })

  it('are none where no event fits', async () => {
    const { world } = await failed(1)
    const given = ['event.replay', '--where', 'status=held', '--yes']
    expect(await line(world, given)).toMatchObject({ code: 0, out: 'No event fits.\n' })
  })

  it('are perhaps moved where the answer fails, and are not called untouched', async () => {
    const { world } = await failed(60)
    let slices = 0
    const before = async ({ events }: { events?: unknown }) => {
      if (events && ++slices === 2) throw new Error('the connection is gone')
    }
    const { code, out } = await line(world, [...replay, '--yes'], { before })
    expect(out).toMatch(/\n25 moved, 0 refused, 25 perhaps moved, 10 not touched\.\n$/)
    expect(code).toBe(1)
  })

  it('is one alone asked about too, where its release may make a second label', async () => {
    const world = createWorld()
    await world.deliver('standard', returnRequested({}))
    const { id } = await world.deliver('standard', returnRequested({}))
    const refused = await line(world, ['event.release', id], { answer: 'n' })
    expect(refused).toMatchObject({ code: 1, out: '', err: 'Nothing was done.\n' })
    expect(refused.shown).toContain('Release 1 event: up to 1 more label? [y/N] ')
    expect(await statuses(world, [id])).toEqual(['held'])
    expect(await line(world, ['event.release', id], { answer: 'y' })).toMatchObject({ code: 0 })
    expect(await statuses(world, [id])).toEqual(['ready'])
  })

  it.each([
    [['bridge.pause', '--reason', 'stock-taking'], 'Pause all writes, of every source? [y/N] '],
    [
      ['person.forget', '--email', 'nobody@web.example', '--note', 'asked'],
      'Forget 0 deliveries about this person, for good? [y/N] ',
    ],
  ])('are not the only ones asked about: %s', async (args, question) => {
    const world = createWorld()
    const refused = await line(world, args, { answer: 'n' })
    expect(refused).toMatchObject({ code: 1, out: '', err: 'Nothing was done.\n' })
    expect(refused.shown).toContain(question)
    expect(await line(world, [...args, '--yes'], { answer: 'n' })).toMatchObject({ code: 0, shown: '' })
  })

  it('is not done where it cannot be told what to ask', async () => {
    const world = createWorld()
    const before = async ({ command }: { command: string }) => {
      if (command === 'event.get') throw new Error('the connection is gone')
    }
    await world.deliver('standard', returnRequested({}))
    const { id } = await world.deliver('standard', returnRequested({}))
    expect(await line(world, ['event.release', id], { answer: 'y', before })).toMatchObject({ code: 1, shown: '' })
    expect(await line(world, ['event.release', 'no/event'], { answer: 'y' })).toMatchObject({
      ...{ code: 1, shown: '', err: expect.stringContaining('(not_found)') },
    })
    expect(await statuses(world, [id])).toEqual(['held'])
  })

  it('are JSON with --json, and then nobody is asked', async () => {
    const { world } = await failed(1)
    const { out } = await line(world, [...replay, '--dryRun', '--json'])
    expect(JSON.parse(out)).toMatchObject({ dryRun: true, events: [{ status: 'failed' }] })
  })
})
