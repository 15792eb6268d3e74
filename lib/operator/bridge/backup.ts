import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import { conflict, defineCommand, iso } from '../operator.ts'

/** Copies the store of `serve` while it runs. */
export const backup = defineCommand({
  name: 'backup',
  input: z.strictObject({ file: z.string().trim().min(1).max(4_096) }),
  run: async ({ backUp, workflow: { now, log } }, { file }) => {
    if (!backUp)
      throw new Rejected(
        'Only serve makes backups by itself: a deployed stage has those of its tables (docs/operations.md).',
        { status: 400 },
      )
    const at = now()
    const { file: path, bytes } = await backUp(file).catch((error: unknown) => {
      throw explained(error, file)
    })
    log.info('backup written', { bytes })
    return { file: path, bytes, at: iso(at), ms: now() - at }
  },
})

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined) return error
  if (code === 'EEXIST')
    return conflict(`${file} is there already, and a backup never overwrites: choose another name.`)
  return new Rejected(`${file} cannot be written (${code}): choose a folder of the bridge's user with room for it.`, {
    status: 400,
  })
}
