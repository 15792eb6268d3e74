import { expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { openDatabase } from '../../lib/tables/sqlite/database.ts'
import { createSqliteInbox } from '../../lib/tables/sqlite/sqlite-inbox.ts'
import { translateEvent } from '../../lib/workflow/translate/translate-event.ts'
import { endLeases, endStoodStill } from '../../local/process-store.ts'

it('a run that its process stands still for waits longer each time and ends held', async () => {
  const database = openDatabase()
  const inbox = createSqliteInbox({ database, newId: () => String(Math.random()), retentionMs: 0 })
  const accept = (id: string, now = 0) =>
    inbox.accept({ id, source: 'own', delivery: { body: Buffer.from('{}'), headers: {} }, now, hintMs: 0 })
  const id = 'own/1'
  await accept(id)
  // More than a list goes through before it.
  for (let ready = 0; ready < 2_000; ready++) await accept(`own/ready-${ready}`, Date.now() + 1e9)
  const waits: number[] = []
  for (let at = Date.now(); ; ) {
    expect(await inbox.claim(id, { now: at, leaseMs: 150_000 })).toBeDefined()
    const startedAt = Date.now()
    await endStoodStill(database)
    await endLeases(database)
    const event = await inbox.get(id)
    if (event?.status !== 'waiting') break
    // The next run looks up what this one may have written.
    expect(event.cut).toBe(1)
    // Nobody else asks its translation, which may be what never returns.
    const asked: unknown[] = []
    const config = defineConfig({
      sources: { own: { kind: 'standard', translate: () => [asked.push(1)].slice(1) as [] } },
    })
    expect(translateEvent(event, config)).toMatchObject({ status: 'held', reason: { invariant: 'run_stood_still' } })
    expect(asked).toEqual([])
    expect(translateEvent({ ...event, status: 'running' }, config)).not.toMatchObject({
      reason: { invariant: 'run_stood_still' },
    })
    expect(asked).toEqual([1])
    waits.push(Math.round(((event.wakeAt ?? 0) - startedAt) / 1_000))
    at = event.wakeAt ?? 0
  }
  expect(waits).toEqual([10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400])
  const reason = { code: 'invariant_broken', invariant: 'run_stood_still', facts: { runs: 10 } }
  expect(await inbox.get(id)).toMatchObject({ status: 'held', reason })
  database.close()
})
