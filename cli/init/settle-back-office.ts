import { readBaseUrl } from '../../lib/back-office/http/base-url.ts'
import type { Ask } from '../../local/ask.ts'
import { answerTo } from './answer.ts'
import type { Given } from './read-given.ts'
import { randomText } from './settle-secrets.ts'

/** As the deployed secret has it. `isMade`: the password was made here. Undefined: not configured yet. */
export type BackOffice = { secret: Record<'baseUrl' | 'username' | 'password', string>; isMade: boolean } | undefined

/** The address and the API user. Throws `CannotStart`. */
export async function settleBackOffice(given: Given, ask: Ask | undefined): Promise<BackOffice> {
  if (given.later.includes('backOffice')) return undefined
  const baseUrl = await answerTo(address(given.baseUrl === undefined), given.baseUrl, ask)
  if (baseUrl === '') return undefined
  const username = await answerTo(user, given.username, ask)
  const typed = given.password ?? (ask ? await answerTo(password, undefined, ask) : '')
  return { secret: { baseUrl, username, password: typed === '' ? randomText() : typed }, isMade: typed === '' }
}

const address = (isAsked: boolean) => ({
  option: '--backOffice',
  question: 'Address of the back office (https://..., without /rest; Enter: later)',
  problem: (text: string) => (isAsked && text === '' ? undefined : problemOf(text)),
})

const user = {
  option: '--username',
  question: 'Its API user, one for the bridge alone',
  problem: (text: string) => (text === '' ? 'must not be empty' : undefined),
}

const password = {
  option: '--secrets',
  question: 'The password of that user (Enter: make a random one, which you then set there)',
  hidden: true,
  problem: () => undefined,
}

function problemOf(text: string): string | undefined {
  const base = readBaseUrl(text)
  return 'problem' in base ? base.problem : undefined
}
