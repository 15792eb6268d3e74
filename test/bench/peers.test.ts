import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startBackOffice } from '../../scripts/bench/peers/back-office.ts'
import { type Result, toBudgets, toFigures } from '../../scripts/bench/peers/compare.ts'
import { isInstalled } from '../../scripts/bench/peers/installation.ts'
import { judge, type SandboxState, wordsFor } from '../../scripts/bench/peers/judge.ts'
import { runAlone } from '../../scripts/bench/peers/own-network.ts'
import { planFaults, type Write } from '../../scripts/bench/peers/plan-faults.ts'
import { type Played, playScene } from '../../scripts/bench/peers/play-scene.ts'
import { fullSize, readOptions } from '../../scripts/bench/peers/read-options.ts'
import { scenes } from '../../scripts/bench/peers/scenes.ts'
import type { CreateSystem } from '../../scripts/bench/peers/system.ts'
import { bridgeAt } from '../../scripts/bench/peers/systems/bridge.ts'
import { systems } from '../../scripts/bench/peers/systems.ts'
import { exitCodeOf, isKept } from '../../scripts/bench/table.ts'
import { withRun } from '../../scripts/bench/write-docs.ts'
import { namesInTable, readPage } from '../docs/pages.ts'
import { spawnProgram } from '../local/program.ts'

const patienceMs = 180_000
const noNetwork = await runAlone(['-e', '0']).then(
  () => undefined,
  (error: Error) => error.message,
)

describe('the judge of the peers', () => {
  const aReturn = (parent: number) => ({ typeId: 3, orderReferences: [{ referenceOrderId: parent }] })
  const aComment = (order: number) => ({ text: `Return 7: ${wordsFor(order)}` })
  const state: SandboxState = {
    orders: [{ typeId: 1, orderReferences: [] }, aReturn(1), aReturn(2)],
    comments: [{ text: 'Label created' }, aComment(1), aComment(2)],
  }
  const fine = { lostReturns: 0, doubledReturns: 0, lostComments: 0, doubledComments: 0 }

  it.each<[string, SandboxState, Partial<typeof fine>]>([
    ['finds nothing where each order has one return and one comment', state, {}],
    ['finds a return that is not there', { ...state, orders: [aReturn(2)] }, { lostReturns: 1 }],
    ['finds a return that was made twice', { ...state, orders: [...state.orders, aReturn(1)] }, { doubledReturns: 1 }],
    ['finds a comment that is not there', { ...state, comments: [aComment(1)] }, { lostComments: 1 }],
    [
      'finds a comment that was written twice',
      { ...state, comments: [...state.comments, aComment(2)] },
      { doubledComments: 1 },
    ],
    [
      'counts an order once, however often its return was made',
      { ...state, orders: [aReturn(1), aReturn(1), aReturn(1)] },
      { lostReturns: 1, doubledReturns: 1 },
    ],
  ])('%s', (_title, given, found) => expect(judge([1, 2], given)).toEqual({ ...fine, ...found }))
})

describe('the faults of the peers', () => {
  const shares = { 'cut-after': 0.2, late: 0.1 } as const
  const write = (order: number, attempt = 1): Write => ({ kind: 'return', order, attempt })
  const orders = Array.from({ length: 2_000 }, (_, index) => 50_001 + index)

  it('are the same for the same seed, and others for another', () => {
    const faults = (seed: number) => orders.map((order) => planFaults(seed, shares)(write(order)))
    expect(faults(1)).toEqual(faults(1))
    expect(faults(1)).not.toEqual(faults(2))
  })

  it('happen to as many writes as the scene says, and at most twice to one', () => {
    const faultOf = planFaults(1, shares)
    const share = (fault: string) => orders.filter((order) => faultOf(write(order)) === fault).length / orders.length
    expect(share('cut-after')).toBeCloseTo(0.2, 1)
    expect(share('late')).toBeCloseTo(0.1, 1)
    expect(orders.map((order) => faultOf(write(order, 3)))).toEqual(orders.map(() => undefined))
  })
})

/** A client of the back office that makes so many returns and comments for each delivery, and answers at once. */
const careless =
  (timesFor: (order: number) => number): CreateSystem =>
  ({ backOfficeUrl }) => {
    let [open, url] = [0, '']
    const post = async (path: string, body: object, token?: string) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const answer = await fetch(`${backOfficeUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as { access_token: string }
    }
    const work = async (order: number, text: string): Promise<void> => {
      const { access_token: token } = await post('/rest/login', { username: 'api-bridge', password: 'demo-password' })
      for (let times = 0; times < timesFor(order); times += 1) {
        const orderReferences = [{ referenceType: 'parent', referenceOrderId: order }]
        await post('/rest/orders', { typeId: 3, plentyId: 1, orderReferences }, token)
        const comment = { referenceType: 'order', referenceValue: order, text, isVisibleForContact: true }
        await post('/rest/comments', comment, token)
      }
    }
    const server = createServer(async (request, response) => {
      const { data } = (await json(request)) as { data: { order: { id: number }; text: string } }
      open += 1
      void work(data.order.id, data.text).finally(() => {
        open -= 1
      })
      response.end()
    })
    return {
      start: async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        server.listen(0, '127.0.0.1', resolve)
        await promise
        url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      },
      kill: async () => {
        server.closeAllConnections()
        server.close()
      },
      toRequest: ({ content }) => ({ url, headers: {}, body: JSON.stringify(content) }),
      open: async () => open,
      output: () => '',
    }
  }

describe('a scene with a peer', () => {
  const calm = { says: 'calm', faults: {}, kills: 0 }
  const play = { scene: calm, size: 6, seed: 1, patienceMs }

  it(
    'finds what was planted: a return that is lost, and one that is made twice',
    async () => {
      const createSystem = careless((order) => ({ 50002: 0, 50003: 2 })[order] ?? 1)
      const played = await playScene({ ...play, createSystem })
      expect(played).toMatchObject({ lostReturns: 1, lostComments: 1, doubledReturns: 1, doubledComments: 1 })
      expect(played).toMatchObject({ accepted: 6 })
      expect(played.doneSeconds).toBeUndefined()
    },
    patienceMs,
  )

  it(
    'finds what a client makes twice after a lost answer',
    async () => {
      const backOffice = await startBackOffice([1], ({ attempt }) => (attempt === 1 ? 'late' : undefined))
      const system = careless(() => 2)({ backOfficeUrl: backOffice.url, folder: '' })
      await system.start()
      const { url, body } = system.toRequest({
        ...{ order: 1, id: 'return-1' },
        content: { data: { order: { id: 1 }, text: wordsFor(1) } },
      })
      await fetch(url, { method: 'POST', body })
      await expect.poll(async () => [await system.open(), backOffice.late()]).toEqual([0, 2])
      expect(judge([1], await backOffice.state())).toMatchObject({ doubledReturns: 0, doubledComments: 0 })
      await expect.poll(backOffice.late, { timeout: 10_000 }).toBe(0)
      expect(judge([1], await backOffice.state())).toMatchObject({ doubledReturns: 1, doubledComments: 1 })
      await system.kill()
      await backOffice.close()
    },
    patienceMs,
  )

  it(
    'sees the bridge make everything once, also when it is killed',
    async () => {
      const scene = { ...calm, kills: 1 }
      const played = await playScene({ ...play, scene, createSystem: bridgeAt(300) })
      expect(played).toMatchObject({ lostReturns: 0, doubledReturns: 0, lostComments: 0, doubledComments: 0 })
      expect(played.doneSeconds).toBeGreaterThan(0)
      expect(played.acceptedPerSecond).toBeGreaterThan(0)
    },
    patienceMs,
  )
})

describe('the comparison', () => {
  const played: Played = {
    ...{ accepted: 9, acceptedPerSecond: 100, doneSeconds: 10 },
    ...{ lostReturns: 0, doubledReturns: 0, lostComments: 0, doubledComments: 0 },
  }
  const bridge: Result = { scene: 'calm', system: 'bridge', played }
  const peer = (given: Partial<Played>): Result => ({
    ...{ scene: 'calm', system: 'restate' },
    played: { ...played, ...given },
  })
  const kept = (...results: Result[]) => toBudgets(results).flatMap(({ rows }) => rows.map(isKept))

  it('says whether the bridge lost or doubled something', () => {
    expect(kept(bridge)).toEqual([true, true])
    const broken: Result = { scene: 'late', system: 'bridge', played: { ...played, lostComments: 1 } }
    expect(kept(broken)).toEqual([false, true])
  })

  it('says in which of the two a peer is faster', () => {
    expect(kept(bridge, peer({ acceptedPerSecond: 101 }))).toEqual([true, true, false, true])
    expect(kept(bridge, peer({ doneSeconds: 9 }))).toEqual([true, true, true, false])
  })

  it('shows a peer that could not be measured, which keeps no budget', () => {
    const failed: Result = { scene: 'calm', system: 'restate', failed: 'no\nserver' }
    expect(toFigures([bridge, failed])).toMatch(/^\| calm +\| restate +\| not measured: no server /m)
    expect(exitCodeOf(toBudgets([bridge, failed]))).toBe(1)
    expect(exitCodeOf(toBudgets([bridge]))).toBe(0)
  })
})

describe('npm run bench:peers', () => {
  const run = (...args: string[]) => spawnProgram('scripts/bench/peers/main.ts', args, {}).ended

  it('runs everything at full size unless it is told otherwise', () => {
    expect(readOptions([])).toMatchObject({
      scenes: Object.keys(scenes),
      systems: Object.keys(systems),
      size: fullSize,
    })
    expect(readOptions(['--only', 'restate', '--scene', 'late', '--size', '5'])).toMatchObject({
      ...{ scenes: ['late'], systems: ['restate'], size: 5 },
    })
  })

  it.each([
    [['--only', 'temporal'], /--only must be one of bridge, .*, not "temporal"/],
    [['--scene', 'storm'], /--scene must be one of calm, .*, not "storm"/],
    [['--size', '0'], /--size must be a whole number from 1 to/],
    [['--write-docs', '--size', '5'], /--write-docs publishes a whole run/],
  ])('says what to write instead of %j', (args, says) => expect(() => readOptions(args)).toThrow(says))

  it.skipIf(noNetwork !== undefined)(
    `plays in a network of its own${noNetwork ? ` (skipped: ${noNetwork})` : ''}`,
    async () => {
      const { code, output } = await run('--only', 'bridge', '--scene', 'calm', '--size', '3')
      expect(output).toMatch(/^\| calm +\| bridge +\|.*\| 0 +\| 0 +\| 0 +\| 0 +\|$/m)
      expect(code).toBe(0)
    },
    patienceMs,
  )

  for (const [name, { needs }] of Object.entries(systems)) {
    if (!needs) continue
    it(
      `plays with ${name}`,
      async ({ skip }) => {
        if (noNetwork !== undefined) skip(noNetwork)
        if (!(await isInstalled(needs))) skip('npm run bench:peers has not installed it')
        const { output } = await run('--scene', 'calm', '--size', '3', '--only', name)
        expect(output).toMatch(new RegExp(`^\\| calm +\\| ${name} +\\|.*\\| 0 +\\| 0 +\\| 0 +\\| 0 +\\|$`, 'm'))
      },
      patienceMs,
    )
  }
})

describe('docs/benchmarks.md', () => {
  const page = readPage('docs/benchmarks.md')

  it('explains every scene and every system', () => {
    expect(namesInTable(page, 'scene')).toEqual(Object.keys(scenes))
    expect(namesInTable(page, 'system')).toEqual(Object.keys(systems))
  })

  it('has a place for the last run with the peers', () => {
    expect(withRun(page, 'a table', 'peers')).toContain('<!-- peers: begin -->\na table\n<!-- peers: end -->')
  })
})
