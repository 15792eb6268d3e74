import { describe, expect, it } from 'vitest'
import type { Command } from '../../../lib/commands.ts'
import { released, replayed } from '../../../lib/inbox/operator-transitions.ts'
import { openItem } from '../../../lib/inbox/progress.ts'
import { anOrderBody } from '../new-orders.ts'
import { createWorld } from '../world.ts'

type Asked = Command extends infer One ? (One extends Command ? Omit<One, 'key'> & { key?: string } : never) : never
const order = { id: 10_001 }
const aReturn: Asked = { type: 'create-return', order, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }
const aComment = (text: string): Asked => ({ type: 'add-comment', order, text })

/** A world with a mapping that can be changed between two runs. */
function createMapped(...first: Asked[]) {
  let commands = first
  const translate = () => commands as never
  const world = createWorld({ config: { sources: { standard: { kind: 'standard', translate } } } })
  const map = (...next: Asked[]) => {
    commands = next
  }
  const texts = async () => (await world.commentsOf(10_001)).map(({ text }) => text.replace(/^\[bridge:\w+\] /, ''))
  return { world, map, texts }
}

describe('a mapping that drops a command whose write is open', () => {
  it.each<[string, Asked[], string]>([
    ['beside others', [aComment('Sent back')], 'command_gone'],
    ['and gives nothing any more', [], 'topic_not_mapped'],
  ])(
    'holds the event, %s; nothing is repeated, and what was sent is found once it is back',
    async (_title, rest, because) => {
      const { world, map, texts } = createMapped(...rest, aReturn)
      await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
      const { id } = await world.begin('standard', {})
      map(...rest)
      const held = await world.finish(id)
      const facts = { code: 'outcome_unclear', what: 'cannot_continue', because }
      expect(held).toMatchObject({ status: 'held', reason: facts })
      const [key] = Object.entries(held.progress).find(([, one]) => openItem(one) === 'order#10001') ?? []
      expect(held.reason).toMatchObject({ key })
      map(...rest, aReturn)
      expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
      expect(await world.returnsOf(10_001)).toHaveLength(1)
      expect(await texts()).toHaveLength(rest.length + 1)
    },
  )
})

it('a mapping that gives another command for a key that is done leaves the event done', async () => {
  const { world, map } = createMapped({ ...aReturn, key: 'one' } as Asked)
  const id = await world.accept('standard', {})
  await world.finish(id)
  map({ type: 'create-order', key: 'one', body: anOrderBody('N-1') } as Asked)
  expect(await world.goOn(id, replayed)).toMatchObject({ status: 'done' })
  expect(await world.returnsOf(10_001)).toHaveLength(1)
})

it('a mapping that drops a return whose comment was sent by a run that saved nothing holds the event', async () => {
  const [one, other] = [
    { ...aReturn, key: 'one' },
    { ...aReturn, key: 'other', lines: [{ sku: 'TEAPOT-W', quantity: 1 }] },
  ] as Asked[] as [Asked, Asked]
  const { world, map } = createMapped(one)
  await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-after' })
  const id = await world.accept('standard', {})
  await world.runUnsaved(id)
  map(other)
  await world.advance(world.workflow.timing.leaseMs)
  const facts = { code: 'outcome_unclear', key: 'standard/one', because: 'command_gone' }
  expect(await world.finish(id)).toMatchObject({ status: 'held', reason: facts })
  map(one, other)
  expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
  expect(await world.returnsOf(10_001)).toHaveLength(2)
  expect(await world.commentsOf(10_001)).toHaveLength(2)
})

describe('commands without a key of their own', () => {
  it('are found by a replay under a mapping that puts others before them', async () => {
    const { world, map, texts } = createMapped(aComment('one'), {
      ...aReturn,
      lines: [{ sku: 'no such article', quantity: 1 }],
    })
    const id = await world.accept('standard', {})
    expect(await world.finish(id)).toMatchObject({
      status: 'failed',
      reason: { code: 'line_unknown', several: { failed: [{ because: { code: 'line_unknown' } }] } },
    })
    map(aComment('zero'), aComment('one'), aReturn)
    expect(await world.goOn(id, replayed)).toMatchObject({ status: 'done' })
    expect((await texts()).toSorted()).toEqual([expect.stringMatching(/^Return \d+ was created/), 'one', 'zero'])
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('keep their keys where the mapping drops one before them, also where the event knows nothing of what was done', async () => {
    const { world, map, texts } = createMapped(aComment('one'), aComment('two'), aReturn)
    const id = await world.accept('standard', {})
    await world.runUnsaved(id)
    expect((await world.get(id)).progress).toEqual({})
    map(aComment('two'), aReturn)
    await world.advance(world.workflow.timing.leaseMs)
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await texts()).toHaveLength(3)
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('are all done where they are equal: each is a fact of its own', async () => {
    const { world, texts } = createMapped(aComment('twice'), aComment('twice'))
    expect(await world.deliver('standard', {})).toMatchObject({ status: 'done' })
    expect(await texts()).toEqual(['twice', 'twice'])
  })
})

describe('a mapping that changes what a command says while its write is open', () => {
  it('holds the event, and a release says that both are meant', async () => {
    const { world, map } = createMapped(aReturn)
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const { id } = await world.begin('standard', {})
    map({ ...aReturn, note: 'as the new mapping has it' } as Asked)
    const held = await world.finish(id)
    expect(held).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate', by: id } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('asks about an order of the same number whose key it no longer gives', async () => {
    const numbered = (key: string) => ({ type: 'create-order', key, body: anOrderBody('N-1') }) as Asked
    const { world, map } = createMapped(numbered('k-1'))
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-before' })
    const id = await world.accept('standard', {})
    const unclear = { status: 'held', reason: { code: 'outcome_unclear', what: 'missing', key: 'standard/k-1' } }
    expect(await world.finish(id)).toMatchObject(unclear)
    map(numbered('k-2'))
    // The release says that it is missing: the other one is created, and what is left open is still for a person.
    const left = await world.goOn(id, released)
    expect(left).toMatchObject({ status: 'held', reason: { because: 'command_gone', key: 'standard/k-1' } })
    expect(left.progress['standard/k-2']).toMatchObject({ state: 'done' })
  })
})
