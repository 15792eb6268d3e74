import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What the bridge itself makes in a data directory. */
const own =
  /^(?:dynamodb(?:\.stopped)?|lock(?:\..+)?|sandbox\.jsonl(?:\..+)?|run\.json|password|stood-still|bridge\.sqlite(?:-wal|-shm|-journal|\.used)?)$/

const others = 0o077

/**
 * Takes the rights of other users of the machine away from what the bridge keeps: deliveries with addresses and words of customers. A
 * folder that also holds something else stays as it is. Answers a sentence for a person where others can still read something.
 */
export function keepPrivate(dataDir: string): string | undefined {
  // Windows has no such rights.
  if (process.platform === 'win32') return undefined
  try {
    const entries = readdirSync(dataDir)
    for (const name of entries.filter((entry) => own.test(entry))) makePrivate(join(dataDir, name))
    if (entries.every((entry) => own.test(entry))) restrict(dataDir)
    else if (isOpen(dataDir))
      return `Other users of this machine can look into ${dataDir}, which holds more than the bridge's own files: chmod 0700 it.`
    return undefined
  } catch {
    return `Other users of this machine can read ${dataDir}, and this user cannot change that: use another DATA_DIR.`
  }
}

function makePrivate(path: string): void {
  restrict(path)
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  for (const name of readdirSync(path)) makePrivate(join(path, name))
}

const isOpen = (path: string): boolean => (lstatSync(path).mode & others) !== 0

/** Leaves links alone: what they lead to is not the bridge's. */
function restrict(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink() || (found.mode & others) === 0) return
  chmodSync(path, found.mode & 0o700)
}
