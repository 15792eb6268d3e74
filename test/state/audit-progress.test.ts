import { expect, it } from 'vitest'
import type { AuditProgress } from '../../lib/state/audit-progress.ts'
import { openEach, overEach } from '../inbox/over-each.ts'
import { stateBackends } from './backends.ts'

const first: AuditProgress = {
  writeId: 'w1',
  since: 500,
  events: { from: 1_000, begunAt: 1, at: { at: 2_000, id: 'shopify/1' }, complete: false },
}

overEach(stateBackends, 'the progress of the audit', ({ open }) => {
  const opened = openEach(open)

  it('is empty at first, and then what the last run left', async () => {
    expect(await opened.audit.read()).toBeUndefined()
    expect(await opened.audit.replace(first, { previous: undefined })).toBe(true)
    const next: AuditProgress = {
      ...first,
      writeId: 'w2',
      returns: { from: 1, begunAt: 3, at: { time: 7, page: 2, id: 700_001 }, complete: true },
    }
    expect(await opened.audit.replace(next, { previous: first })).toBe(true)
    expect(await opened.audit.read()).toEqual(next)
  })
})
