import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GetSecretValue } from '../lib/secrets/secrets.ts'
import { usableAt } from './demo-secrets.ts'
import { readSecrets } from './secrets-file.ts'

type Places = {
  /** What `readSecrets` takes. */
  file: string
  /** The same for the user of the back office. Absent: as `file`. */
  userFile?: string
  /** Replaces the file's `baseUrl`. */
  backOfficeUrl?: string
  /** Holds the key of links. Absent: it lives as long as the process. */
  dataDir?: string | undefined
}

/** The secrets as their files hold them now: an edit counts without a restart. They never leave the process. */
export const secretValues =
  (places: Places): GetSecretValue =>
  async (id) => {
    const SecretString = JSON.stringify(secretOf(id, places))
    return { SecretString, VersionId: createHash('sha256').update(SecretString).digest('hex') }
  }

function secretOf(id: string, { file, userFile = file, backOfficeUrl, dataDir }: Places): object {
  if (id === 'decide') return { key: keyIn(dataDir) }
  // An edit works at once, so it is checked here as at the start.
  const usable = (place: string) => {
    const read = readSecrets(place)
    return usableAt(backOfficeUrl ?? read.backOffice.baseUrl ?? '', read)
  }
  if (id === 'sources') return usable(file).sources
  const { backOffice } = usable(userFile)
  // An empty secret stays empty: "not configured" must not become an address without a user.
  const isEmpty = backOfficeUrl === undefined || Object.keys(backOffice).length === 0
  return isEmpty ? backOffice : { ...backOffice, baseUrl: backOfficeUrl }
}

const ownKey = randomBytes(48).toString('base64url')

/** The key of links, made when it is first needed. Without it no link counts any more. */
function keyIn(dataDir: string | undefined): string {
  if (dataDir === undefined) return ownKey
  const file = join(dataDir, 'decide.key')
  try {
    writeFileSync(file, ownKey, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
