import { describe, expect, it } from 'vitest'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const note = 'The customer has called'

describe('event.reveal', () => {
  it('shows what was delivered, and the history keeps who asked and why', async () => {
    const { ask, world } = createDesk()
    const id = await world.accept(
      'standard',
      returnRequested({ note: 'Frau Geheim', lines: [{ sku: 'NO-1', quantity: 1 }] }),
    )
    const { updatedAt, status } = await world.finish(id)
    const { result } = await ask('event.reveal', { id, note, by: 'Kim' })
    expect(result).toMatchObject({
      id,
      receivedAt: expect.stringMatching(/Z$/),
      body: expect.stringContaining('Frau Geheim'),
      said: [expect.objectContaining({ lines: [{ sku: 'NO-1', quantity: 1 }], note: 'Frau Geheim' })],
    })
    const fields = result?.fields as { name: string; value: string }[]
    expect(fields).toContainEqual({ name: 'data.note', value: 'Frau Geheim' })
    expect(fields).toContainEqual({ name: 'data.lines.0.sku', value: 'NO-1' })
    const event = await world.get(id)
    expect(event).toMatchObject({ status, updatedAt })
    expect(event.history.at(-1)).toMatchObject({ code: 'revealed', note, by: 'Kim' })
    const { result: shown = {} } = await ask('event.get', { id })
    expect(JSON.stringify(shown)).not.toContain('Geheim')
    expect((shown.history as { text: string }[]).at(-1)?.text).toBe(
      `An operator (Kim, as said) read what was delivered. Note: ${note}`,
    )
  })

  it.each([
    [
      'application/x-www-form-urlencoded; charset=utf-8',
      'email=a%40example.com&choice=x&choice=y',
      [
        { name: 'email', value: 'a@example.com' },
        { name: 'choice', value: 'x' },
        { name: 'choice', value: 'y' },
      ],
    ],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="rawRequest"\r\n\r\n{"q1_name": "Geheim"}\r\n--b--',
      [{ name: 'rawRequest.q1_name', value: 'Geheim' }],
    ],
    ['text/plain', 'just words', []],
    [
      'application/json',
      '{"id": 12345678901234567890, "empty": null}',
      [
        { name: 'id', value: '12345678901234567890' },
        { name: 'empty', value: 'null' },
      ],
    ],
  ])('reads %s', async (contentType, body, fields) => {
    const world = createWorld()
    const { ask } = createDesk(world)
    const id = 'standard/raw'
    const delivery = { body: Buffer.from(body), headers: { 'content-type': contentType } }
    await world.workflow.inbox.accept({ id, source: 'standard', delivery, now: world.now(), hintMs: 1_000 })
    expect((await ask('event.reveal', { id, note })).result).toMatchObject({
      ...{ contentType, fields },
      body: body.replaceAll('\r\n', '\n'),
    })
  })

  it('says that a very long delivery is cut', async () => {
    const { ask, world } = createDesk()
    const id = await world.accept('standard', Object.fromEntries(Array.from({ length: 600 }, (_, at) => [at, at])))
    const { result } = await ask('event.reveal', { id, note })
    expect(result).toMatchObject({ more: true })
    expect(result?.fields).toHaveLength(500)
  })

  it('needs a note and an event, and no run at work on it', async () => {
    const { ask, world } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    expect(await ask('event.reveal', { id })).toMatchObject({ error: { code: 'note_required' } })
    expect(await ask('event.reveal', { id, note: ' ' })).toMatchObject({ error: { code: 'note_required' } })
    expect(await ask('event.reveal', { id: 'standard/none', note })).toMatchObject({ error: { code: 'not_found' } })
    await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: 1_000, writeId: 'w' })
    expect(await ask('event.reveal', { id, note })).toMatchObject({ error: { code: 'conflict' } })
  })
})
