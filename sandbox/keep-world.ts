import { changedRecords, forgetChanges } from './changed-records.ts'
import { applyChanges, type Changes, settingsOf } from './changes.ts'
import { type Journal, UnreadableJournal } from './journal.ts'
import { type SeedName, seedNames } from './seed/seeds.ts'
import { resetWorld, type World } from './world.ts'

/** The first line of a journal; the lines after it are `Changes` of the world that this seed makes. */
type Header = { version: 2; seed: SeedName }

/**
 * Restores the world from the journal. Returns a function that writes all changes since its last call as one line, so
 * that a return is kept together with its label and its comment, or not at all. Throws `UnreadableJournal`.
 */
export const keepWorld = (world: World, journal: Journal): (() => void) => {
  const lines = journal.read()
  if (lines) restore(world, lines)
  let keptStore: World['store'] | undefined
  let keptSettings = ''

  const write = (records: Changes['records'], settings: string): void => {
    // A start and a reset begin with a new store: one line then replaces all earlier ones.
    if (world.store !== keptStore) journal.replace([headerOf(world), lineOf(records, settings)])
    else journal.append(lineOf(records, settings === keptSettings ? undefined : settings))
  }
  const keep = (): void => {
    const records = changedRecords(world.store)
    const settings = JSON.stringify(settingsOf(world))
    const isKept = world.store === keptStore && settings === keptSettings && Object.keys(records).length === 0
    if (isKept) return
    write(records, settings)
    forgetChanges(world.store)
    keptStore = world.store
    keptSettings = settings
  }
  keep()
  return keep
}

const headerOf = ({ seed }: World): string => JSON.stringify({ version: 2, seed } satisfies Header)

const lineOf = (records: Changes['records'], settings: string | undefined): string =>
  `{"records":${JSON.stringify(records)}${settings === undefined ? '' : `,"settings":${settings}`}}`

const restore = (world: World, [header = '', ...changes]: string[]): void => {
  try {
    const { version, seed } = JSON.parse(header) as Header
    if (version !== 2 || !seedNames.includes(seed)) throw new Error(`version ${version}, seed ${seed}`)
    resetWorld(world, seed)
    for (const line of changes) applyChanges(world, JSON.parse(line))
  } catch (cause) {
    throw new UnreadableJournal('A sandbox of this version did not write these lines.', { cause })
  }
}
