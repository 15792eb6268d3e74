import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { makeFolder } from './make-folder.ts'

type Level = { open(): Promise<void>; close(): Promise<void> }

const require = createRequire(import.meta.url)

/**
 * Opens the tables' store once, as dynalite will, and closes it again: dynalite would throw a store that cannot be opened out of the
 * process, at the first request. Throws `CannotStart` with the reason.
 */
export async function checkStore(path: string): Promise<void> {
  makeFolder(path)
  // The very library that dynalite opens it with.
  const { Level } = createRequire(require.resolve('dynalite'))('level') as { Level: new (path: string) => Level }
  const store = new Level(path)
  try {
    await store.open()
  } catch (error) {
    throw new CannotStart(
      `${path} cannot be opened (${reasonOf(error)}): delete ${dirname(path)} to start anew, or start with another DATA_DIR.`,
    )
  }
  await store.close()
}

const reasons: Record<string, string> = {
  LEVEL_LOCKED: 'another process has it open',
  LEVEL_CORRUPTION: 'it is damaged',
}

/** The file system's own words stand behind the file's name. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return 'its store does not say why'
  const code = 'code' in cause ? String(cause.code) : ''
  return reasons[code] ?? (cause.message.split(': ').at(-1) as string).toLowerCase()
}
