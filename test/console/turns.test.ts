import { describe, expect, it } from 'vitest'
import { createTurns } from '../../console/http/turns.ts'
import { fakeBridge } from './fake-bridge.ts'

/** Questions that end when the test says so. */
function asking() {
  const turns = createTurns()
  const started: number[] = []
  const ends: (() => void)[] = []
  const ask = (nth: number, gone?: AbortSignal) =>
    turns(async () => {
      started.push(nth)
      await new Promise<void>((resolve) => ends.push(resolve))
      return nth
    }, gone)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { ask, started, ends, settle }
}
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth)

describe('questions to the operator', () => {
  it('run eight at a time, and the others wait in order', async () => {
    const { ask, started, ends, settle } = asking()
    const answers = upTo(20).map((nth) => ask(nth))
    await settle()
    expect(started).toEqual(upTo(8))
    for (const end of ends.splice(0, 3)) end()
    await settle()
    expect(started).toEqual(upTo(11))
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await settle()
      expect(ends.length).toBeLessThanOrEqual(8)
    }
    expect(await Promise.all(answers)).toEqual(upTo(20))
  })

  it('of a reader who has gone are never asked, and free their place', async () => {
    const { ask, started, ends, settle } = asking()
    const reader = new AbortController()
    const first = upTo(8).map((nth) => ask(nth))
    const gone = upTo(64).map((nth) => ask(100 + nth, reader.signal).catch(() => 'gone'))
    await expect(ask(200)).rejects.toThrow()
    reader.abort()
    const last = ask(300)
    ends[0]?.()
    await settle()
    expect([started.slice(8), new Set(await Promise.all(gone))]).toEqual([[300], new Set(['gone'])])
    await expect(ask(400, reader.signal)).rejects.toThrow()
    for (const end of ends) end()
    expect(await Promise.all([...first, last])).toEqual([...upTo(8), 300])
  })

  it('beyond those that may wait are refused on the page, and one that fails frees its place', async () => {
    const open = Promise.withResolvers<object>()
    const { app, asked, answers } = fakeBridge({ stats: {}, 'event.get': () => open.promise, why: {} })
    const get = (signal?: AbortSignal) =>
      app.request('http://127.0.0.1:3000/console/plan?id=a', signal ? { signal } : {})
    await get(AbortSignal.abort())
    const reader = new AbortController()
    const pages = upTo(80).map(() => get(reader.signal))
    const busy = await Promise.race(pages)
    expect([busy.status, (await busy.text()).includes('The console is busy')]).toEqual([503, true])
    expect(asked.filter(({ command }) => command === 'event.get').length).toBeLessThanOrEqual(8)
    reader.abort()
    open.reject(new Error('none'))
    await Promise.all(pages)
    answers['event.get'] = {}
    expect((await get()).status).not.toBe(503)
  })
})
