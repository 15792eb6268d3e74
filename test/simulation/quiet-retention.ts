import type { AuditReport } from '../../lib/audit/audit.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { World } from '../workflow/world.ts'
import type { Chance } from './random.ts'

const day = 24 * 60 * 60_000
/** As docs/configuration.md has it by default: `retention.days`. */
const retentionMs = 30 * day

type Waiting = { id: string; status: 'held' | 'failed' | 'waiting'; updatedAt: number }

/** Events that wait for a person, received long before they moved last. */
export async function drawOverdue({ workflow: { inbox }, now, get }: World, chance: Chance): Promise<Waiting[]> {
  const waiting: Waiting[] = []
  const isMany = chance.hits(0.15)
  const count = isMany ? 26 : chance.between(0, 4)
  for (let index = 0; index < count; index += 1) {
    const id = `standard/waits-${index}`
    const ages = [retentionMs + 1, 31 * day, 45 * day, ...(isMany ? [] : [20 * day, retentionMs])]
    const updatedAt = now() - chance.pick(ages) - 10 * index
    const delivery = { body: Buffer.from('{}'), headers: {} }
    await inbox.accept({ id, source: 'standard', delivery, now: updatedAt - chance.between(1, 40) * day, hintMs: 1 })
    const stored = await get(id)
    const status = isMany
      ? chance.pick(['held', 'failed'] as const)
      : chance.pick(['held', 'failed', 'waiting'] as const)
    const { wakeAt: _, ...event } = stored
    await inbox.save(stored, {
      ...event,
      status,
      updatedAt,
      ...(status === 'failed' && { endedAt: updatedAt }),
    } as InboxEvent)
    waiting.push({ id, status, updatedAt })
  }
  return waiting
}

/** Those that have not moved for longer; the oldest twenty by name (docs/operator.md, Audit). */
export function wrongRetention(shown: AuditReport['retention'], waiting: readonly Waiting[], now: number): string[] {
  const old = waiting.filter(({ status, updatedAt }) => status !== 'waiting' && now - updatedAt > retentionMs)
  const count = (status: string) => old.filter((one) => one.status === status).length
  const ids = old.toSorted((a, b) => a.updatedAt - b.updatedAt).map(({ id }) => id)
  return [
    ...(['held', 'failed'] as const)
      .filter((status) => shown[status] !== count(status))
      .map((status) => `the audit counts ${shown[status]} old events that are ${status}, not ${count(status)}`),
    ...(JSON.stringify(shown.ids) === JSON.stringify(ids.slice(0, 20))
      ? []
      : [`the audit names ${shown.ids} as the oldest`]),
    ...((shown.says !== undefined) === old.length > 0 && shown.complete
      ? []
      : ['the audit says too much or too little of old events']),
  ]
}
