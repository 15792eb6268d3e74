import { describe, expect, it } from 'vitest'
import { eventPath } from '../../console/html/paths.ts'
import { audited, day, deleteOrder, firstOf, loseEverything, putReturn } from '../audit/audit-world.ts'
import { createWorld, restate, returnRequested } from '../workflow/world.ts'
import { deskConsole } from './desk-console.ts'

const lines = [{ sku: 'MUG-BLUE', quantity: 2 }]

/** A return that two events know, one by a link; the back office has lost it, and the audit has run. */
async function withLostReturn(isCommentLost = false) {
  const world = audited(createWorld())
  const made = await world.returned({ lines })
  const second = await world.deliver('standard', returnRequested({ lines }))
  const desk = deskConsole(world)
  const { returnId = 0 } = firstOf(made)
  await desk.ask({ command: 'event.link', id: second.id, returnId, note: 'the same parcel' })
  await world.days(1)
  deleteOrder(world, returnId)
  if (isCommentLost) await loseEverything(world)
  await world.audit()
  return { ...desk, world, made, returnId }
}

const found = async ({ ask }: ReturnType<typeof deskConsole>) => {
  const answer = await ask({ command: 'audit.findings' })
  return answer.ok ? (answer.result as { findings: { what: string; says: string; foundAt: string }[] }).findings : []
}

describe('what audits have found', () => {
  it('is one finding for one deleted return, stands after the next audit, and is counted', async () => {
    const desk = await withLostReturn()
    const [first, ...others] = await found(desk)
    expect(first).toMatchObject({ what: 'return_gone', says: expect.stringContaining(`Return ${desk.returnId}`) })
    expect(others).toEqual([])
    await desk.world.days(1)
    expect((await desk.world.audit()).findings).toHaveLength(1)
    expect((await found(desk)).map(({ foundAt }) => foundAt)).toEqual([first?.foundAt])
    const page = await desk.visitor.get('/console')
    expect(page.text).toContain('The daily check has found one thing that somebody should look at.')
  })

  it('is no longer found where the back office has it again', async () => {
    const world = audited(createWorld())
    const { returnId = 0 } = firstOf(await world.returned())
    await restate(world, returnId, 8)
    await world.audit()
    const desk = deskConsole(world)
    expect((await found(desk)).map(({ what }) => what)).toEqual(['return_cancelled'])
    await restate(world, returnId, 9.01)
    await world.advance(day)
    await world.audit()
    expect(await found(desk)).toEqual([])
    expect((await desk.visitor.get('/console/audit')).text).toContain('Nothing. All is as the bridge has left it.')
  })

  it('is made again with one button, and leaves the list at once', async () => {
    const desk = await withLostReturn()
    const { visitor, world, made } = desk
    const page = await visitor.get('/console/audit')
    expect(page.text).toContain('A return is gone')
    const without = await visitor.submit(page, 'Make it again', { note: ' ' })
    expect(without.status).toBe(409)
    expect(await found(desk)).toHaveLength(1)
    const after = await visitor.submit(page, 'Make it again', { note: 'the customer sends it' })
    expect(after.path).toContain('/console/event')
    expect(await found(desk)).toEqual([])
    await world.finish(made.id)
    expect((await world.returnsOf(10_001)).filter(({ typeId }) => typeId === 3)).toHaveLength(1)
  })

  it('leaves the list with the comment that was lost as well', async () => {
    const desk = await withLostReturn(true)
    expect((await found(desk)).map(({ what }) => what)).toContain('comment_gone')
    await desk.visitor.submit(await desk.visitor.get('/console/audit'), 'Forget it', { note: 'not wanted' })
    expect((await found(desk)).filter(({ says }) => says.includes(desk.made.id))).toEqual([])
  })

  it.each(['Forget it', 'Vergessen'])('is forgotten with one button: %s', async (button) => {
    const desk = await withLostReturn()
    Object.assign(desk.world.workflow.config, { language: button === 'Vergessen' ? 'de' : 'en' })
    const after = await desk.visitor.submit(await desk.visitor.get('/console/audit'), button, { note: 'not wanted' })
    expect(after.path.split('?')[0]).toBe('/console/audit')
    expect(await found(desk)).toEqual([])
  })

  it('stays settled where a person was faster than a running audit', async () => {
    const { world, ask, returnId, ...desk } = await withLostReturn()
    const { read } = world.audits
    let isFirst = true
    const audits = {
      ...world.audits,
      read: async () => {
        const before = await read()
        if (isFirst) {
          isFirst = false
          await ask({ command: 'record.forget', returnId, orderId: 10_001, note: 'not wanted' })
        }
        return before
      },
    }
    Object.assign(world.audits, audits)
    await world.days(1)
    await world.audit()
    expect(await found({ world, ask, ...desk })).toEqual([])
  })

  it('says what each is in words, its order by the number, and leads to the event', async () => {
    const { visitor, made } = await withLostReturn()
    const { text, html } = await visitor.get('/console/audit')
    expect(text).toMatch(
      /A return is gone Return of 2 × Mug, blue · order 6203001001 order 6203001001 10001 · return \d+/,
    )
    expect(html).toContain(`<a href="${eventPath(made.id)}">Return of 2 × Mug, blue`)
  })

  it('asks for the number of an order that no event names', async () => {
    const world = audited(createWorld())
    putReturn(world)
    await world.days(1)
    await world.audit()
    const { text } = await deskConsole(world).visitor.get('/console/audit')
    expect(text).toContain('A return that the bridge has not made order 6203001001 10001 ·')
  })

  it('opens a lost comment with what it said, and the history keeps who asked', async () => {
    const world = audited(createWorld())
    const { id } = await world.commented({ text: 'Please call <b>me</b>' })
    await loseEverything(world)
    await world.days(1)
    await world.audit()
    const { visitor, ...desk } = deskConsole(world)
    const page = await visitor.get('/console/audit')
    expect(page.text).not.toContain('Please call')
    const form = await visitor.submit(page, 'Write it again', { note: 'it is missed' })
    expect(form.html).toContain('>Reported by standard:\nPlease call &lt;b&gt;me&lt;/b&gt;</textarea>')
    expect((await world.get(id)).history.at(-1)).toMatchObject({ code: 'revealed', note: 'it is missed', by: 'Kim' })
    const sent = await visitor.submit(form, 'Write it')
    expect(sent.text).toContain('Done')
    expect(await found({ ...desk, visitor })).toEqual([])
  })

  it('leaves a cancelled return as it is, or makes another one', async () => {
    const world = audited(createWorld())
    const { returnId = 0 } = firstOf(await world.returned())
    await restate(world, returnId, 8)
    await world.audit()
    const desk = deskConsole(world)
    const page = await desk.visitor.get('/console/audit')
    expect(page.html).toContain('href="/console/return?order=10001"')
    await desk.visitor.submit(page, 'Leave it as it is', { note: 'the customer keeps it' })
    expect(await found(desk)).toEqual([])
    expect((await world.audit()).findings).toEqual([])
  })

  it('says that there was no audit yet', async () => {
    expect((await deskConsole().visitor.get('/console/audit')).text).toContain('It was not done yet.')
  })
})
