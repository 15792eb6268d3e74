import { statSync } from 'node:fs'
import { readBaseUrl } from '../../lib/back-office/http/base-url.ts'
import type { Config } from '../../lib/config/config.ts'
import { CannotStart } from '../cannot-start.ts'
import { chooseEmbedded } from '../choose-build.ts'
import { assertNoDemoSecrets } from '../demo-secrets.ts'
import { loadConfig } from '../load-config.ts'
import { assertSourceSecrets, filesIn, type LocalSecrets, readSecrets, sharingSources } from '../secrets-file.ts'
import { misconfigured, type ServeOptions } from './options.ts'

/** The configuration, and sentences about what is better changed. Throws `CannotStart` with every mistake in it and in the secrets. */
export async function readConfiguration({
  config: file,
  secrets: folder,
}: Pick<ServeOptions, 'config' | 'secrets'>): Promise<{ config: Config; notes: string[] }> {
  chooseEmbedded(file)
  const mistakes: string[] = []
  const attempt = async <T>(read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error
      mistakes.push(error.message)
      return undefined
    }
  }
  const config = await attempt(() => loadConfig(file))
  const secrets = await attempt(() => readFolder(folder))
  if (secrets) mistakes.push(...problemsOfAddress(folder, secrets))
  if (secrets) await attempt(() => assertNoDemoSecrets(folder, secrets, secrets.backOffice.baseUrl))
  if (config && secrets) await attempt(() => assertSourceSecrets(folder, secrets, config))
  if (!config || !secrets || mistakes.length > 0) throw new CannotStart(mistakes.join('\n'), misconfigured)
  const notes = [sharingSources(secrets, config), readableByOthers(folder)]
  return { config, notes: notes.filter((note) => note !== undefined) }
}

function readFolder(folder: string): LocalSecrets {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return readSecrets(folder)
  throw new CannotStart(`${folder} is no folder: put back-office.json and sources.json there, as init writes them.`)
}

/** A sentence for secrets that other users of the machine can read. */
function readableByOthers(folder: string): string | undefined {
  const isOpen = (path: string): boolean => (statSync(path).mode & 0o044) !== 0
  if (process.platform === 'win32' || !isOpen(folder) || !Object.values(filesIn(folder)).some(isOpen)) return undefined
  return `Other users of this machine can read the secrets in ${folder}: chmod 0700 ${folder}.`
}

function problemsOfAddress(folder: string, { backOffice }: LocalSecrets): string[] {
  if (Object.keys(backOffice).length === 0) return []
  const base = readBaseUrl(backOffice.baseUrl)
  return 'problem' in base ? [`${filesIn(folder).backOffice}: baseUrl ${base.problem}.`] : []
}
