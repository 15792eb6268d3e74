import { expect, it } from 'vitest'
import type { Open } from '../packaged/packaged-bridge.ts'

/** What the roles have rights for and the main job does not need: repeats, and writes that their events have left behind. */
export function describeSeldom(open: Open): void {
  it('form-webhook answers duplicate to a delivery that comes again', async () => {
    const bridge = await open()
    const first = await bridge.deliver('typeform', 'return')
    const again = await bridge.deliver('typeform', 'return')
    expect(again.body).toBe(first.body.replace('accepted', 'duplicate'))
  })

  it('worker does nothing for a record that comes again', async () => {
    const bridge = await open()
    const { id } = await bridge.deliver('shopify', 'refund')
    expect(await bridge.hint(id, 2)).toEqual({ batchItemFailures: [] })
    expect(await bridge.event(id)).toMatchObject({ status: 'done', attempts: 1 })
    expect(bridge.calls()).toMatchObject({ 'POST /rest/orders': 1, 'POST /rest/comments': 1 })
  })

  it.each(['worker', 'retry'])('%s forgets a person where a shop is asked to', async (name) => {
    const bridge = await open()
    const { id } = await bridge.deliver('shopify', 'redact')
    if (name === 'worker') await bridge.hint(id)
    else {
      bridge.advance(180_000)
      expect(await bridge.tick('retry')).toMatchObject({ outcomes: { done: 1 } })
    }
    expect(await bridge.event(id)).toMatchObject({ status: 'done' })
    expect(bridge.calledBy(name === 'worker' ? 'stream' : 'retry').log()).toContain('"a person was forgotten"')
  })

  it('audit settles the write of an event that was discarded meanwhile', async () => {
    const { bridge, id } = await withLostAnswer()
    expect(await bridge.operate({ command: 'event.discard', id, note: 'by hand' })).toMatchObject({ ok: true })
    bridge.advance(24 * 3_600_000)
    expect(await bridge.tick('audit')).toMatchObject({ findings: [] })
    expect(bridge.calledBy('audit').log()).toContain('"open writes settled"')
    expect(bridge.made(10_001)).toEqual({ returns: [expect.any(Number)], comments: [] })
  })

  it('audit leaves a write alone about which an event asks a person', async () => {
    const { bridge, id } = await withLostAnswer()
    const { orders } = bridge.store
    const [made = 0] = bridge.made(10_001).returns
    // A second one that is like it, made by the same user.
    orders.put({ ...(orders.get(made) ?? expect.fail('no return')), id: made + 1 })
    bridge.advance(160_000)
    expect(await bridge.tick('retry')).toMatchObject({ outcomes: { held: 1 } })
    const { findings, unseen } = (await bridge.tick('audit')) as { findings: unknown[]; unseen: unknown[] }
    expect(findings).toEqual([])
    expect(unseen).toContainEqual({ returnId: made, why: { code: 'open_write', event: id } })
  })

  /** A return was made, but the answer to it was lost. */
  async function withLostAnswer() {
    const bridge = await open()
    const { id } = await bridge.deliver('shopify', 'refund')
    await bridge.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    await bridge.hint(id)
    return { bridge, id }
  }
}
