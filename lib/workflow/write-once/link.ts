import type { WriteRecord } from '../../state/write-record.ts'
import { readyToWrite } from '../paused.ts'
import { endWith, type StepOutcome, type Work } from '../workflow.ts'
import type { Done, Kind, Link } from './kind.ts'
import type { Locked } from './lock-item.ts'
import { doneRecord } from './record-states.ts'
import { noRoom, recordFollowing } from './send.ts'

/**
 * Records that the key is done with what was there, and what follows as sent, by one write. After a try of its own a late result of that is
 * looked for once more.
 */
export async function link<Seen>(
  work: Work,
  item: Locked,
  { kind, link, own }: { kind: Kind<Seen>; link: Link; own: WriteRecord | undefined },
): Promise<Done | StepOutcome> {
  const { now, timing } = work.workflow
  const { linked, ...said } = link
  const tries = own?.tries ?? []
  const done = doneRecord(
    { ...said, kind: kind.name, by: work.event().id, at: own?.at ?? now(), tries },
    {
      id: linked.id,
      linked: true,
      of: { lines: linked.lines, known: [], sendBefore: 0 },
      ...(tries.length > 0 && { secondLookAt: now() + timing.secondLookMs }),
    },
  )
  const full = noRoom(item, kind, { [kind.key]: done })
  if (full) return endWith(full)
  // Before anything is recorded: what follows must be able to go out at once.
  const paused = tries.length === 0 ? await readyToWrite(work) : undefined
  if (paused) return paused
  const along = tries.length === 0 ? recordFollowing(work, item, kind) : undefined
  if (along) work.record(kind.command, { open: item.id })
  await item.save({ [kind.key]: done, ...along?.records }, { unsent: along?.key })
  work.record(kind.command, { open: along && item.id }, { code: 'linked', returnId: linked.id })
  return { kind: 'done', record: done, how: 'linked' }
}
