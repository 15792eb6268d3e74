import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { makeFolder } from './make-folder.ts'

type Level = { open(): Promise<void>; close(): Promise<void> }

const require = createRequire(import.meta.url)

/**
 * Opens and closes the store of the tables once. With a store that cannot be opened, dynalite would end the process at
 * the first request. Throws `CannotStart` with the reason.
 */
export async function checkStore(path: string): Promise<void> {
  makeFolder(path)
  // The copy of the library that dynalite itself uses.
  const { Level } = createRequire(require.resolve('dynalite'))('level') as { Level: new (path: string) => Level }
  const store = new Level(path)
  try {
    await store.open()
  } catch (error) {
    throw new CannotStart(
      `${path} cannot be opened (${reasonOf(error)}): ${remedyOf(error, dirname(path))}, or start with another DATA_DIR.`,
    )
  }
  await store.close()
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

const reasons: Record<string, string> = {
  LEVEL_LOCKED: 'another process uses it',
  LEVEL_CORRUPTION: 'it is damaged',
}

/** Never advises to delete what another process uses. */
const remedyOf = (error: unknown, folder: string): string =>
  codeOf(error) === 'LEVEL_LOCKED' ? 'stop it first' : `delete ${folder} to start with new data`

/** The file system's own words are the last part of the message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return 'the store gives no reason'
  return reasons[codeOf(error)] ?? (cause.message.split(': ').at(-1) as string).toLowerCase()
}
