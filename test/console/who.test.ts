import { describe, expect, it } from 'vitest'
import { eventPath } from '../../console/html/paths.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { fakeBridge } from './fake-bridge.ts'

/** A console, an event that failed, and a browser whose person has said nothing yet. */
async function unnamed(world = createWorld()) {
  const desk = deskConsole(world)
  const id = await finished(world, returnRequested({ order: { id: 999 } }))
  desk.visitor.cookies.delete('bridge-by')
  return { ...desk, id, page: await desk.visitor.get(eventPath(id)) }
}
const save = 'Go on with this name'

describe('who decides in the console', () => {
  it('is asked once, before the first decision, which then goes on as it was sent', async () => {
    const { world, visitor, id, page } = await unnamed()
    const asked = await visitor.submit(page, 'Discard', { note: 'Counter <1>' })
    expect(asked.text).toContain('Who are you?')
    expect((await world.get(id)).status).toBe('failed')
    const done = await visitor.submit(asked, save, { who: ' Änn <b> ' })
    expect(done.text).toContain('An operator (Änn <b>, as said) discarded the event. Note: Counter <1>')
    expect(done.text).toContain('You decide as Änn <b>, as you say.')
    expect((await visitor.submit(done, 'Replay')).text).toContain('(Änn <b>, as said) replayed the event')
  })

  it('is asked before a customer’s words are shown', async () => {
    const { visitor, page } = await unnamed()
    const asked = await visitor.submit(page, 'Show the delivery', { note: 'A call' })
    expect(asked.html).not.toContain('return.requested')
    const shown = await visitor.submit(asked, save, { who: 'Ann' })
    expect(shown.html).toContain('return.requested')
    expect((await visitor.get(page.path)).text).toContain('An operator (Ann, as said) read what was delivered.')
  })

  it('is asked before many events are moved, and none moves without it', async () => {
    const { world, visitor, id } = await unnamed()
    const preview = await visitor.submit(await visitor.get('/console/bulk'), 'Show what would be moved', {
      action: 'discard',
      status: 'failed',
    })
    const begin = preview.html.match(/<button[^>]*>([^<]*1[^<]*)<\/button>/)?.[1] ?? ''
    const asked = await visitor.submit(preview, begin)
    expect([asked.text.includes('Who are you?'), (await world.get(id)).status]).toEqual([true, 'failed'])
    await visitor.submit(asked, save, { who: 'Ann' })
    expect((await world.get(id)).history.at(-1)).toMatchObject({ code: 'discarded', by: 'Ann' })
  })

  it('can be changed, and nothing else is a name', async () => {
    const { visitor } = fakeBridge()
    const form = await visitor.get('/console/who')
    expect(form.html).toContain('value="Kim"')
    for (const who of ['', 'x'.repeat(81), 'a\nb'])
      expect((await visitor.submit(form, save, { who })).text).toContain('Write a name in one line')
    expect((await visitor.submit(form, save, { who: 'Ann' })).text).toContain('You decide as Ann, as you say.')
    const cookie = (await visitor.post('/console/who', { ...tokenOf(form.html), who: 'Ann' })).headers.get('set-cookie')
    expect(cookie).toMatch(/^bridge-by=Ann; .*Path=\/console; HttpOnly; SameSite=Strict$/)
  })

  it('is said with what decides, and with nothing else', async () => {
    const { visitor, names, asked } = fakeBridge({ 'bridge.pause': { paused: [] } })
    await visitor.submit(await visitor.get('/console/pause'), 'Pause', { source: 'standard', reason: 'stock' })
    expect(asked.map(({ command }) => command)).toContain('stats')
    expect(names).toEqual(['Kim'])
  })
})

const tokenOf = (html: string) => ({ token: /name="token" value="([^"]*)"/.exec(html)?.[1] ?? '' })
