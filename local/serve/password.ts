import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../cannot-start.ts'
import { orCannotStart } from '../make-folder.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** 32 MB and some 100 ms for each try (RFC 7914 names the parameters). */
const cost = { N: 2 ** 15, r: 8, p: 1 }
const memory = { maxmem: 64 * 1024 * 1024 }
const keyBytes = 32
export const leastCharacters = 8

export type CheckPassword = (given: string) => Promise<boolean>

const fileIn = (dataDir: string): string => join(dataDir, 'password')

/** Keeps what the password is checked by, for the next start. Throws `CannotStart` for a short one. */
export async function storePassword(dataDir: string, password: string): Promise<void> {
  if (password.length < leastCharacters)
    throw new CannotStart(`The password needs at least ${leastCharacters} characters: nothing was stored.`)
  const salt = randomBytes(16)
  const hash = await derive(password, salt, keyBytes, { ...cost, ...memory })
  const line = ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
  const file = fileIn(dataDir)
  orCannotStart(dataDir, () => {
    writeFileSync(`${file}.new`, `${line}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  })
}

const stored = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})\n?$/

/** Checks against the stored password; undefined where there is none. Throws `CannotStart` for a file that is not one of ours. */
export function readPassword(dataDir: string): CheckPassword | undefined {
  const file = fileIn(dataDir)
  const text = readIfThere(file)
  if (text === undefined) return undefined
  const [, N, r, p, salt = '', hash = ''] = stored.exec(text) ?? []
  if (N === undefined) throw new CannotStart(`${file} is not a stored password: store it again with --set-password.`)
  const options = { N: Number(N), r: Number(r), p: Number(p), ...memory }
  const expected = Buffer.from(hash, 'base64url')
  return async (given) =>
    timingSafeEqual(await derive(given, Buffer.from(salt, 'base64url'), keyBytes, options), expected)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CannotStart(`${file} cannot be read: give it back to the user of the bridge.`)
  }
}
