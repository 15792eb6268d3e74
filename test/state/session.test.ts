import { expect, it } from 'vitest'
import type { SessionItem } from '../../lib/back-office/session/store.ts'
import { openEach, overEach } from '../inbox/over-each.ts'
import { stateBackends } from './backends.ts'

const full: SessionItem = {
  writeId: 'w1',
  token: { id: 't1', sealed: 'abc', issuedAt: 1_000, expiresAt: 86_401_000, version: 'v1', worked: false },
  lease: { owner: 'worker-1', until: 31_000 },
  attempts: 1,
  refused: ['v0'],
  user: { id: 77, account: 'hash' },
}

overEach(stateBackends, 'session', ({ open }) => {
  const session = openEach(async () => {
    const { close, session: opened } = await open()
    return { ...opened, close }
  })

  it('has none at first and gives back what was written', async () => {
    expect(await session.read()).toBeUndefined()
    expect(await session.replace(full, { previous: undefined })).toBe(true)
    expect(await session.read()).toEqual(full)
  })

  it('drops what the next version does not hold', async () => {
    await session.replace(full, { previous: undefined })
    const next: SessionItem = { writeId: 'w2', attempts: 0, refused: [], notBefore: undefined as never }
    expect(await session.replace(next, { previous: full })).toBe(true)
    expect(await session.read()).toEqual({ writeId: 'w2', attempts: 0, refused: [] })
  })

  it('refuses a first write where there is one, and a write over another version', async () => {
    await session.replace(full, { previous: undefined })
    expect(await session.replace({ ...full, writeId: 'w2' }, { previous: undefined })).toBe(false)
    expect(await session.replace({ ...full, writeId: 'w3' }, { previous: { ...full, writeId: 'w0' } })).toBe(false)
    expect(await session.read()).toEqual(full)
  })

  it('refuses a write over a version if nothing is stored', async () => {
    expect(await session.replace({ ...full, writeId: 'w2' }, { previous: full })).toBe(false)
    expect(await session.read()).toBeUndefined()
  })

  it('lets one of many that come at once have the login', async () => {
    await session.replace(full, { previous: undefined })
    const all = ['a', 'b', 'c', 'd', 'e'].map((writeId) =>
      session.replace({ ...full, writeId, attempts: 2 }, { previous: full }),
    )
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1)
  })

  it('takes the same write twice for one', async () => {
    await session.replace(full, { previous: undefined })
    const next = { ...full, writeId: 'w2' }
    expect(await session.replace(next, { previous: full })).toBe(true)
    expect(await session.replace(next, { previous: full })).toBe(true)
  })

  it('is not moved by what its caller does to the item afterwards', async () => {
    const item = structuredClone(full)
    await session.replace(item, { previous: undefined })
    item.refused.push('v1')
    const read = await session.read()
    read?.refused.push('v2')
    expect(await session.read()).toEqual(full)
  })
})
