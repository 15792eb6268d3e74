import { describe, expect, it } from 'vitest'
import type { ConstantsOverride } from '../../../lib/back-office/constants.ts'
import { commentMarker } from '../../../lib/workflow/kinds/comment-text.ts'
import { processEvent } from '../../../lib/workflow/process-event.ts'
import { commentSubmitted, createWorld, minute, worldWith } from '../world.ts'

type Echo = { userId: number; text?: string }

/** A world whose first comment gets no answer, and whose comment list shows `echo` besides, with our marker at its start. */
async function afterLostAnswer(options: {
  kind: 'drop-before' | 'drop-after'
  echo?: Echo
  automaticComments?: ConstantsOverride['automaticComments']
  visibleForContact?: boolean
  text?: string
}) {
  let echoed: object[] = []
  const world = createWorld({
    config: {
      sources: { standard: { kind: 'standard' } },
      backOffice: {
        constants: options.automaticComments ? { automaticComments: { ...toLists(options.automaticComments) } } : {},
      },
    },
    fetch: (real) => async (input, init) => {
      const answer = await real(input, init)
      if (init?.method !== 'GET' || !String(input).includes('/rest/comments/order/')) return answer
      return Response.json([...((await answer.json()) as object[]), ...echoed])
    },
  })
  await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: options.kind })
  const { echo, visibleForContact = false, text = 'Called' } = options
  const id = await world.accept('standard', commentSubmitted({ visibleForContact, text }))
  if (echo) echoed = [{ id: 999_999, userId: echo.userId, text: `${commentMarker(id)} ${echo.text ?? 'An echo'}` }]
  const event = await world.finish(id)
  return { event, written: (await world.commentsOf(10_001)).length }
}

const toLists = ({ userIds, startsWith }: NonNullable<ConstantsOverride['automaticComments']>) => ({
  ...(userIds && { userIds: [...userIds] }),
  ...(startsWith && { startsWith: [...startsWith] }),
})

describe('a comment whose answer was lost', () => {
  it('is not recognised in an automatic comment that begins with its marker', async () => {
    const automaticComments = { userIds: [1] }
    expect(await afterLostAnswer({ kind: 'drop-before', echo: { userId: 1 }, automaticComments })).toMatchObject({
      event: { status: 'done' },
      written: 1,
    })
  })

  it('is recognised in what another user wrote with its marker', async () => {
    const { event, written } = await afterLostAnswer({ kind: 'drop-before', echo: { userId: 5 } })
    expect([event.progress[event.id]?.comment?.commentId, written]).toEqual([999_999, 0])
  })

  it('is our own also where the deployment counts our user among those that write automatically', async () => {
    const automaticComments = { userIds: [77] }
    expect(await afterLostAnswer({ kind: 'drop-after', automaticComments })).toMatchObject({
      event: { status: 'done' },
      written: 1,
    })
  })

  it('is not written again by what a list of another order does not show', async () => {
    let isMixedUp = true
    const world = createWorld({
      fetch: (real) => (input, init) => {
        const isList = init?.method === 'GET' && String(input).includes('/rest/comments/order/')
        const stranger = { id: 999_999, referenceType: 'order', referenceValue: 10_002, text: 'Of another order' }
        return isList && isMixedUp ? Promise.resolve(Response.json([stranger])) : real(input, init)
      },
    })
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-after' })
    const { id, event } = await world.begin('standard', commentSubmitted({}))
    await world.advance((event.wakeAt ?? 0) - world.now())
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting', attempts: 1 })
    isMixedUp = false
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('is not looked for before it has settled, whatever wakes its event', async () => {
    const world = createWorld()
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-before' })
    const { id, event } = await world.begin('standard', commentSubmitted({}))
    await world.workflow.inbox.save(event, { ...event, wakeAt: world.now() })
    const again = (await world.run(id)).event
    expect(again).toMatchObject({ status: 'waiting', wakeAt: event.wakeAt, attempts: 0 })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it('is missing where a list shows comments of this order and, beside them, of another', async () => {
    const strangers = [10_001, 10_002].map((order) => ({
      id: 900_000 + order,
      referenceType: 'order',
      referenceValue: order,
      text: 'Of a colleague',
    }))
    const world = createWorld({
      fetch: (real) => (input, init) => {
        const isList = init?.method === 'GET' && String(input).includes('/rest/comments/order/')
        return isList ? Promise.resolve(Response.json(strangers)) : real(input, init)
      },
    })
    await world.fault({ method: 'POST', path: '/rest/comments', times: 1, kind: 'drop-before' })
    expect(await world.deliver('standard', commentSubmitted({}))).toMatchObject({ status: 'done' })
    expect(await world.commentsOf(10_001)).toHaveLength(1)
  })

  it.each(['drop-before', 'drop-after'] as const)(
    'that the contact sees is written once, and recognised by the marker at its end: %s',
    async (kind) => {
      const visible = { kind, visibleForContact: true, text: '[Event action] of the shop' }
      expect(await afterLostAnswer(visible)).toMatchObject({ event: { status: 'done' }, written: 1 })
    },
  )

  it('that the contact sees is recognised by a marker at its start, too, and whatever its user, because it was written without one', async () => {
    const { event, written } = await afterLostAnswer({
      kind: 'drop-before',
      echo: { userId: 1 },
      automaticComments: { userIds: [1] },
      visibleForContact: true,
    })
    expect([event.progress[event.id]?.comment?.commentId, written]).toEqual([999_999, 0])
  })
})

it('a comment that a run has sent before it ended without a word is not sent again by the next run', async () => {
  const { world, id } = await worldWith(commentSubmitted({}))
  const { inbox, records } = world.ports
  const away = async () => Promise.reject(new Error('the table is away'))
  const last = world.newProcess({ inbox: { ...inbox, save: away }, records: { ...records, save: away, unlock: away } })
  expect(await processEvent(last, id, world.now() + 2 * minute)).toBe('broken off')
  expect((await world.get(id)).progress).toEqual({})
  expect(await world.finish(id)).toMatchObject({ status: 'done' })
  expect(await world.commentsOf(10_001)).toHaveLength(1)
})
