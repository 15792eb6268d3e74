import { describe, expect, it } from 'vitest'
import { actionsOf } from '../../console/actions-of.ts'
import { eventPart, eventPath } from '../../console/html/paths.ts'
import { commentSubmitted, createWorld, returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'

const duplicate = async () => {
  const world = createWorld()
  const first = await finished(world, returnRequested({}))
  const second = await finished(world, returnRequested({}))
  return { ...deskConsole(world), first, second }
}

describe('the page of an event', () => {
  it('says of a failed event what happened, what to do, and has the buttons for it', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { id: 999 } }))
    const page = await visitor.get(eventPath(id))
    expect(page.status).toBe(200)
    expect(page.text).toContain('The back office has no order 999.')
    expect(page.text).toContain('Failed')
    expect(page.html).toContain('The bridge verified and stored the delivery.')
    for (const button of ['Replay', 'Discard', 'Release'])
      expect(page.html).toMatch(new RegExp(`<button[^>]*>${button}<`))
    expect(page.html).toContain(`/console/correct?id=${encodeURIComponent(id)}`)
    expect(page.html.length).toBeLessThan(100_000)
  })

  it.each([
    [[10_015, 10_014], 'correct'],
    [[10_014], 'release'],
  ])('offers a release first only where one order may be meant: %j', (ids, first) => {
    const commands = [{ type: 'create-return', key: 'a', order: { externalNumber: 'B-143-0014' } }]
    const reason = { code: 'order_ambiguous', text: '', ids }
    expect(actionsOf({ status: 'held', reason, commands }).advised[0]).toBe(first)
  })

  it('moves the event as its button says, and keeps the note', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { id: 999 } }))
    const page = await visitor.submit(await visitor.get(eventPath(id)), 'Discard', { note: 'Counter' })
    expect(page.text).toContain('The event was discarded.')
    expect(page.text).toContain('Note: Counter')
    expect((await world.get(id)).status).toBe('discarded')
    const replayed = await visitor.submit(page, 'Replay')
    expect(replayed.text).toContain('The event was replayed.')
    expect((await world.get(id)).status).toBe('ready')
  })

  it('moves nothing that has moved since the page was opened, and shows how it stands', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, returnRequested({ order: { id: 999 } }))
    const [one, other] = [await visitor.get(eventPath(id)), await visitor.get(eventPath(id))]
    await visitor.submit(one, 'Discard')
    const page = await visitor.submit(other, 'Replay')
    expect(page.text).toContain('Nothing was done: event')
    expect(page.text).toContain('has moved since you looked at it')
    expect(page.text).toContain('Discarded')
    expect((await world.get(id)).status).toBe('discarded')
  })

  it('releases a possible duplicate only when the person knows of the other label', async () => {
    const { visitor, world, second } = await duplicate()
    const page = await visitor.get(eventPath(second))
    expect(page.text).toContain('another label at the carrier')
    const refused = await visitor.submit(page, 'Release')
    expect(refused.text).toContain('Confirm first')
    expect((await world.get(second)).status).toBe('held')
    const released = await visitor.submit(page, 'Release', { known: 'yes' })
    expect(released.text).toContain('The event was released.')
    expect((await world.finish(second)).status).toBe('done')
  })

  it('names no command that has a page', async () => {
    const { visitor, second } = await duplicate()
    const { text } = await visitor.get(eventPath(second))
    expect(text).not.toMatch(/\b(event|order|return|comment|record)\.(get|list|find|link|release|create|add|forget)\b/)
  })

  it.each(['event', 'plan', 'correct', 'link', 'compare'] as const)(
    'answers 404 with the words of the operator for an unknown event, whatever its id: %s',
    async (part) => {
      const { visitor } = deskConsole()
      const pathOf = (id: string) => (part === 'event' ? eventPath(id) : eventPart(part, id))
      for (const id of ['standard/none', '../../etc/passwd', '..%2foperator', '<script>alert(1)</script>']) {
        const page = await visitor.get(`${pathOf(id)}&with=standard%2Fother`)
        expect([page.status, page.html], id).toEqual([404, expect.stringContaining('role="alert"')])
        expect(page.html).not.toContain('<script>alert')
      }
      for (const id of ['', 'a'.repeat(501)]) expect((await visitor.get(pathOf(id))).status).toBe(400)
      for (const path of ['../../x', '..%2f..%2foperator'])
        expect((await visitor.get(`/console/${part}/${path}`)).status).toBe(404)
    },
  )

  it('refuses a move that is none', async () => {
    const { world, visitor } = deskConsole()
    const id = await finished(world, commentSubmitted({}))
    const { html } = await visitor.get(eventPath(id))
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const refused = await visitor.post('/console/event', { token, id, action: 'constructor' })
    expect((await visitor.follow(refused)).status).toBe(404)
  })
})

describe('a possible duplicate', () => {
  it('is compared with the event that asked before, then discarded', async () => {
    const { visitor, world, first, second } = await duplicate()
    const { html } = await visitor.get(eventPath(second))
    const [, path = ''] = /href="(\/console\/compare[^"]+)"/.exec(html) ?? []
    const page = await visitor.get(path.replaceAll('&amp;', '&'))
    expect(page.text).toContain(first)
    expect(page.text).toContain(second)
    expect(page.text.match(/1 × MUG-BLUE/g)).toHaveLength(2)
    expect(page.text.match(/Return of 1 × Mug, blue/g)).toHaveLength(2)
    await visitor.submit(page, 'Discard')
    expect((await world.get(second)).status).toBe('discarded')
    expect((await world.get(first)).status).toBe('done')
  })
})

describe('linking', () => {
  it('shows the returns of the order beside the request, and links to one', async () => {
    const { visitor, world, second } = await duplicate()
    const [made] = await world.returnsOf(10_001)
    const page = await visitor.get(`/console/link?id=${encodeURIComponent(second)}`)
    expect(page.text).toContain(`Return ${made?.id}`)
    const after = await visitor.submit(page, `Link to return ${made?.id}`)
    expect(after.text).toContain('linked to the return')
    expect((await world.get(second)).status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('tells why a return cannot be meant, and that the event has moved since the page was shown', async () => {
    const { visitor, world, second } = await duplicate()
    const page = await visitor.get(`/console/link?id=${encodeURIComponent(second)}`)
    const after = await visitor.submit(page, 'Link to this return', { returnId: '1' })
    expect(after.text).toContain('The back office has no return 1')
    const event = await world.get(second)
    await world.workflow.inbox.save(event, { ...event, updatedAt: event.updatedAt + 1, writeId: 'moved' })
    const [made] = await world.returnsOf(10_001)
    for (const button of [`Link to return ${made?.id}`, 'Link to this return'])
      expect((await visitor.submit(page, button, { returnId: `${made?.id}` })).text).toContain('has moved since')
  })
})
