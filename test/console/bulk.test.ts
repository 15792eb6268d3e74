import { describe, expect, it } from 'vitest'
import { createRuns } from '../../console/bulk/runs.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge, refusal } from './fake-bridge.ts'

type Asked = { events?: { id: string; seen: string }[]; where?: object; dryRun?: boolean }
const seen = '2026-03-02T08:00:00.000Z'
const rows = (count: number, reason?: object) =>
  Array.from({ length: count }, (_, index) => ({
    id: `standard/${index + 1}`,
    source: 'standard',
    status: 'failed',
    attempts: 1,
    receivedAt: seen,
    updatedAt: seen,
    ...(reason && { reason }),
  }))

/** Lets what was begun go on, as far as it can. */
const settled = async () => {
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve()
}

const moving = (answer: (asked: Asked) => unknown, preview: object[] = rows(60)) =>
  fakeBridge({
    'event.replay': (asked: Asked) => (asked.dryRun ? { dryRun: true, events: preview } : answer(asked)),
    'event.list': ({ ids = [] }: { ids?: string[] }) => ({ events: ids.map((id) => ({ id, status: 'done' })) }),
  })

const all = ({ events = [] }: Asked) => ({ events, refused: [] })
const listed = async (bridge: ReturnType<typeof fakeBridge>) =>
  await bridge.visitor.submit(await bridge.visitor.get('/console/bulk'), 'Show what would be moved', {
    status: 'failed',
    name: 'After the update',
    note: 'SKUs are known now',
  })

/** Begins with what is listed, and lets it go on; asks for the page of the run as often as wanted. */
const begun = async (bridge: ReturnType<typeof fakeBridge>) => {
  const { path } = await bridge.visitor.submit(await listed(bridge), 'Begin with 60 events')
  await settled()
  return async () => await bridge.visitor.get(path)
}

describe('many events at once', () => {
  it('moves exactly the events of the list, each as it was seen, with name and note', async () => {
    const bridge = moving(all)
    const page = await listed(bridge)
    expect(page.text).toContain('Replay: 60 events would be moved')
    const run = await bridge.visitor.submit(page, 'Begin with 60 events')
    await settled()
    const after = await bridge.visitor.get(run.path)
    expect(after.text).toContain('All of them had their turn. 60 moved and 0 refused, of 60')
    const moves = bridge.asked.filter(({ command, dryRun }) => command === 'event.replay' && !dryRun) as Asked[]
    expect(moves.map(({ events = [] }) => events.length)).toEqual([25, 25, 10])
    expect(moves.flatMap(({ events = [] }) => events)).toEqual(rows(60).map(({ id }) => ({ id, seen })))
    expect(moves[0]).toMatchObject({ name: 'After the update', note: 'SKUs are known now' })
    expect((await bridge.visitor.get('/console/bulk')).text).toContain('After the update : 60 moved')
  })

  it('says how its events ended, asks until all have, and links to those that need a person first', async () => {
    const statuses = new Map(rows(60).map(({ id }) => [id, 'done']))
    statuses.set('standard/58', 'held').set('standard/59', 'failed').set('standard/60', 'running')
    const bridge = moving(all)
    const listed: string[][] = []
    bridge.answers['event.list'] = ({ ids = [] }: { ids?: string[] }) => {
      listed.push(ids)
      return { events: ids.map((id) => ({ id, status: statuses.get(id) })) }
    }
    const run = await begun(bridge)
    const open = await run()
    expect(open.text).toContain('How they stand; some are still at work 1 Held 1 Failed 1 Running 57 Done')
    expect(open.html).toContain('id="run-ends" data-live="5"')
    expect(open.html).toContain('<meta http-equiv="refresh" content="5">')
    expect(open.html.indexOf('/console/event?id=standard%2F58')).toBeLessThan(open.html.indexOf('id=standard%2F1"'))
    statuses.set('standard/60', 'done')
    const ended = await run()
    expect(ended.text).toContain('How they ended 1 Held 1 Failed 58 Done')
    expect(ended.html).not.toContain('data-live')
    await run()
    expect(listed.slice(-1)).toEqual([['standard/60']])
    bridge.answers['event.list'] = () => refusal('invalid', 'event.list: unknown field "ids".')
    expect((await (await begun(bridge))()).text).toContain('60 moved and 0 refused, of 60')
  })

  it('says which withdrawals among those that would be discarded stay', async () => {
    const [one, ...others] = rows(3)
    const bridge = fakeBridge({ 'event.discard': { dryRun: true, events: [{ ...one, withdrawal: true }, ...others] } })
    const filled = { action: 'discard', status: 'failed' }
    const page = await bridge.visitor.submit(
      await bridge.visitor.get('/console/bulk'),
      'Show what would be moved',
      filled,
    )
    expect(page.text).toContain('1 of them is a withdrawal and stays: each is ended by itself')
  })

  it('gives those their turn again for whom the function had no time', async () => {
    const run = await begun(moving(({ events = [] }) => ({ events: events.slice(0, 10), refused: [], more: true })))
    expect((await run()).text).toContain('60 moved and 0 refused, of 60')
  })

  it('stops by itself where no event of a slice has its turn, instead of asking for ever', async () => {
    const run = await begun(moving(() => ({ events: [], refused: [], more: true })))
    expect((await run()).text).toContain('It stopped by itself: no answer came')
  })

  it('says why a slice failed, and goes on with what is left', async () => {
    let slices = 0
    const bridge = moving((asked) => {
      slices += 1
      return slices === 2 ? refusal('retry_later', 'The tables are throttled.') : all(asked)
    })
    const run = await begun(bridge)
    const failed = await run()
    expect(failed.text).toContain('It stopped by itself: The tables are throttled. 35 events had no turn')
    expect(failed.html).not.toContain('data-live')
    await bridge.visitor.submit(failed, 'Go on with the other 35')
    await settled()
    expect((await run()).text).toContain('60 moved and 0 refused, of 60')
  })

  const broken = async () => await Promise.reject(new Error('inner words'))
  it.each([() => ({ ok: true }), () => ({ ok: true, result: null }), broken])(
    'survives answers that are none, and a way to the bridge that breaks: %s',
    async (answer) => {
      const page = await (await begun(moving(answer)))()
      expect(page.text).toContain('60 events had no turn')
      expect(page.html).not.toContain('inner words')
    },
  )

  it('stops after the slice that it is at, from any tab, and goes on from there', async () => {
    const waiting: (() => void)[] = []
    const bridge = moving(async (asked) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { ok: true, result: all(asked) }
    })
    const run = await bridge.visitor.submit(await listed(bridge), 'Begin with 60 events')
    const [one, other] = [await bridge.visitor.get(run.path), await bridge.visitor.get(run.path)]
    for (const part of ['run', 'run-do']) expect(one.html).toContain(`id="${part}" data-live="1"`)
    expect((await bridge.visitor.submit(one, 'Stop')).text).toContain('It stops after the events that it is at.')
    await bridge.visitor.submit(other, 'Stop')
    waiting.shift()?.()
    await settled()
    const stopped = await bridge.visitor.get(run.path)
    expect(stopped.text).toContain('Stopped. 35 events were not touched. 25 moved and 0 refused, of 60')
    await bridge.visitor.submit(stopped, 'Go on with the other 35')
    await bridge.visitor.submit(stopped, 'Go on with the other 35')
    for (let slices = 0; slices < 2; slices += 1) {
      expect(waiting).toHaveLength(1)
      waiting.shift()?.()
      await settled()
    }
    const ended = await bridge.visitor.get(run.path)
    expect(ended.text).toContain('60 moved and 0 refused, of 60')
    expect(ended.html).not.toContain('data-live')
  })

  it('begins once, however often its form is sent', async () => {
    const bridge = moving(all)
    const page = await listed(bridge)
    const [one, other] = [
      await bridge.visitor.submit(page, 'Begin with 60 events'),
      await bridge.visitor.submit(page, 'Begin with 60 events'),
    ]
    await settled()
    expect(one.path).toBe(other.path)
    expect(bridge.asked.filter(({ command, dryRun }) => command === 'event.replay' && !dryRun)).toHaveLength(3)
  })

  it('shows who was refused and why, as text', async () => {
    const why = 'event <b>standard/1</b> has moved since you looked at it'
    const bridge = moving(({ events = [] }) => ({
      events: events.slice(1),
      refused: events.slice(0, 1).map(({ id }) => ({ id, why })),
    }))
    const page = await (await begun(bridge))()
    expect(page.text).toContain('57 moved and 3 refused, of 60')
    expect(page.text).toContain(why)
    expect(page.html).not.toContain('<b>')
  })

  it('knows no list and no run of another process', async () => {
    const { visitor } = fakeBridge()
    const { html } = await visitor.get('/console/bulk')
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const begun = await visitor.post('/console/bulk/begin', { token, list: 'x' })
    expect((await visitor.follow(begun)).text).toContain('not known any more')
    for (const path of ['stop', 'go-on'])
      expect((await visitor.post(`/console/bulk/${path}`, { token, run: '../../x' })).status).toBe(303)
    expect(await visitor.get('/console/bulk/run?id=..%2F..%2Fx')).toMatchObject({ status: 404 })
  })

  it('forgets a list after an hour', () => {
    let now = 0
    const runs = createRuns({ newId: () => 'list', now: () => now })
    const list = runs.keep({ action: 'replay', name: 'x', note: '', events: [] })
    now = 60 * 60_000
    expect(runs.shown(list)).toBeDefined()
    now += 1
    expect(runs.shown(list)).toBeUndefined()
    expect(runs.begin(list, async () => ({ ok: true, result: {} }))).toBeUndefined()
  })

  it('moves nothing without a filter, and nothing more than its filter names', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { id: 999 } }))
    const page = await visitor.get('/console/bulk')
    expect((await visitor.submit(page, 'Show what would be moved')).text).toContain('Name at least one filter')
    const refused = await visitor.submit(page, 'Show what would be moved', { status: 'failed', orderId: '10 001' })
    expect(refused.text).toContain('orderId')
    expect(refused.html).not.toContain('Begin with')
    for (const limit of ['0', '-1', 'x', '2.5']) {
      const { html } = await visitor.submit(page, 'Show what would be moved', { status: 'failed', limit })
      expect(html).not.toContain('Begin with')
    }
    const list = await visitor.submit(page, 'Show what would be moved', { status: 'failed', action: 'discard' })
    await visitor.submit(list, 'Begin with 1 event')
    await expect.poll(async () => (await world.get(id)).status).toBe('discarded')
  })

  it('releases possible duplicates only when the person knows of the other labels', async () => {
    const world = createWorld()
    await finished(world, returnRequested({}))
    const second = await finished(world, returnRequested({}))
    const { visitor } = deskConsole(world)
    const page = await visitor.get('/console/bulk')
    const list = await visitor.submit(page, 'Show what would be moved', { status: 'held', action: 'release' })
    expect(list.text).toContain('another label at the carrier')
    expect((await visitor.submit(list, 'Begin with 1 event')).text).toContain('Confirm first')
    expect((await world.get(second)).status).toBe('held')
    await visitor.submit(list, 'Begin with 1 event', { known: 'yes' })
    await expect.poll(async () => (await world.get(second)).status).not.toBe('held')
  })
})
