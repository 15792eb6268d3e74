import { isLoopback } from '../lib/back-office/http/base-url.ts'
import { CannotStart } from './cannot-start.ts'
import type { LocalSecrets } from './secrets-file.ts'

/** Everybody knows them, because local/secrets.json is published. Each says so itself: its text, or what its base64 stands for. */
const isDemo = (secret: string): boolean =>
  [secret, Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString('latin1')].some((text) => /^demo\b/.test(text))

const hasDemoPassword = ({ backOffice }: LocalSecrets): boolean => isDemo(backOffice.password ?? '')

/** Only a sandbox on this machine may be reached with them: a source that has no other refuses its deliveries elsewhere. */
export function usableAt(backOfficeUrl: string, secrets: LocalSecrets): LocalSecrets {
  if (isLoopback(backOfficeUrl)) return secrets
  const sources = Object.entries(secrets.sources).map(
    ([name, list]) => [name, list.filter((secret) => !isDemo(secret))] as const,
  )
  return { backOffice: hasDemoPassword(secrets) ? {} : secrets.backOffice, sources: Object.fromEntries(sources) }
}

/**
 * Throws `CannotStart` where a real back office could be reached with what everybody knows: any web page and any program can send what
 * such a secret signs, or such a token opens. Names the fields, never a value.
 */
export function assertNoDemoSecrets(file: string, secrets: LocalSecrets, backOfficeUrl: string | undefined): void {
  if (backOfficeUrl === undefined || isLoopback(backOfficeUrl)) return
  const names = demoFields(secrets)
  if (names.length === 0) return
  throw new CannotStart(
    `${file} still has demo secrets, which everybody knows (${names.join(', ')}): replace or remove them before you use BACKOFFICE_URL (see SECURITY.md).`,
  )
}

/** The fields that hold a demo secret, such as `sources.shopify`. */
export const demoFields = (secrets: LocalSecrets): string[] => [
  ...(hasDemoPassword(secrets) ? ['backOffice.password'] : []),
  ...Object.entries(secrets.sources).flatMap(([name, list]) => (list.some(isDemo) ? [`sources.${name}`] : [])),
]
