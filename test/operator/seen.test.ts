import { describe, expect, it } from 'vitest'
import { iso } from '../../lib/operator/operator.ts'
import { minute, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const moves = [
  ['event.release', {}],
  ['event.replay', {}],
  ['event.discard', {}],
  ['event.link', { returnId: 600_001 }],
] as const

async function heldEvent() {
  const desk = createDesk()
  const id = await desk.world.accept('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 2 }] }))
  const { updatedAt } = await desk.world.finish(id)
  await desk.world.advance(minute)
  return { ...desk, id, seen: iso(updatedAt) }
}

describe('seen', () => {
  it.each(moves)('lets %s refuse an event that has moved since somebody looked at it', async (command, given) => {
    const { ask, world, id, seen } = await heldEvent()
    await ask('event.release', { id })
    await world.run(id)
    const before = await world.get(id)
    const message = expect.stringContaining(`event ${id} has moved since you looked at it. It is done since 2026-`)
    expect(await ask(command, { id, seen, ...given })).toEqual({ ok: false, error: { code: 'conflict', message } })
    expect(await world.get(id)).toEqual(before)
  })

  it.each(moves.slice(0, 3))('lets %s move an event that is as it was', async (command, given) => {
    const { ask, id, seen } = await heldEvent()
    const inBerlin = seen.replace('T09:', 'T10:').replace('Z', '+01:00')
    expect(await ask(command, { id, seen: inBerlin, ...given })).toMatchObject({ ok: true })
  })

  it.each(moves)('of %s is a time with its offset', async (command, given) => {
    const { ask, id } = await heldEvent()
    const message = expect.stringContaining('seen: write a time with its offset')
    for (const seen of ['2026-03-02T09:00:00', 'yesterday', '', 5])
      expect(await ask(command, { id, seen, ...given })).toMatchObject({ error: { code: 'invalid' } })
    expect((await ask(command, { id, seen: 'yesterday', ...given })).error).toEqual({ code: 'invalid', message })
  })
})
