import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import { defineCommand, iso } from '../operator.ts'

const ofServe = 'Only serve makes backups by itself: a deployed stage has those of its tables (docs/operations.md).'

/** Copies the store of `serve` while it runs. */
export const backup = defineCommand({
  name: 'backup',
  input: z.strictObject({ file: z.string().trim().min(1).max(4_096) }),
  run: async ({ backUp, workflow: { now, log } }, { file }) => {
    if (!backUp) throw new Rejected(ofServe, { status: 400 })
    const at = now()
    const { file: path, bytes } = await backUp(file)
    log.info('backup written', { bytes })
    return { file: path, bytes, at: iso(at), ms: now() - at }
  },
})
