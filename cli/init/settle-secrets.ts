import { randomBytes } from 'node:crypto'
import { acceptorOfKind } from '../../lib/sources/acceptors.ts'
import { standardKey } from '../../lib/sources/shared/signature-scheme.ts'
import { isUsableSecret } from '../../lib/sources/shared/usable-secrets.ts'
import type { Ask } from '../../local/ask.ts'
import { CannotStart } from '../../local/cannot-start.ts'
import { answerTo } from './answer.ts'
import type { Given } from './read-given.ts'
import type { Sources } from './settle-sources.ts'

export type SourceSecrets = {
  secrets: Record<string, readonly string[]>
  /** Sources whose secret was made here: their senders must get it. */
  made: string[]
  /** Sources without a secret yet. */
  later: string[]
}

/** 192 random bits, in characters that need no escape anywhere. */
export const randomText = (): string => randomBytes(24).toString('hex')

/** Standard Webhooks has secrets of a form of its own (docs/senders.md). */
const randomSecret = (kind: string): string =>
  acceptorOfKind(kind)?.schemeOf?.({ headers: {} }).toKey === standardKey
    ? `whsec_${randomBytes(32).toString('base64')}`
    : randomText()

/** Formspree shows one, too, but is not among those whose secrets may be short. */
const isFromSender = (kind: string): boolean => acceptorOfKind(kind)?.makesSecret === true || kind === 'formspree'

/** The secrets of all sources: given, asked for, or made at random where people choose them. Throws `CannotStart`. */
export async function settleSecrets(sources: Sources, given: Given, ask: Ask | undefined): Promise<SourceSecrets> {
  assertKnown('--secrets', Object.keys(given.secrets), sources)
  const settled: SourceSecrets = { secrets: {}, made: [], later: [] }
  for (const [name, kind] of sources) {
    const own = given.secrets[name] ?? []
    for (const secret of own) {
      const wrong = problemOf(kind, secret)
      if (wrong !== undefined) throw new CannotStart(`The secret of ${name} ${wrong}.`)
    }
    if (own.length > 0) settled.secrets[name] = own
    else if (given.later.includes(name)) settled.later.push(name)
    else await settleOne(settled, { name, kind }, ask)
  }
  return settled
}

async function settleOne(settled: SourceSecrets, source: { name: string; kind: string }, ask: Ask | undefined) {
  const { name, kind } = source
  const fromSender = isFromSender(kind)
  if (!ask && fromSender)
    throw new CannotStart(
      `The secret of ${name} is missing, and ${kind} makes it: give it by --secrets, or write --later ${name} to add it afterwards.`,
    )
  const instead = fromSender ? `which ${kind} shows; Enter: later` : 'Enter: make a random one'
  const wanted = {
    option: '--secrets',
    question: `The secret of ${name} (${instead})`,
    hidden: true,
    problem: (text: string) => (text === '' ? undefined : problemOf(kind, text)),
  }
  const typed = ask ? await answerTo(wanted, undefined, ask) : ''
  if (typed !== '') settled.secrets[name] = [typed]
  else if (fromSender) settled.later.push(name)
  else {
    settled.secrets[name] = [randomSecret(kind)]
    settled.made.push(name)
  }
}

function problemOf(kind: string, secret: string): string | undefined {
  const acceptor = acceptorOfKind(kind)
  if (!acceptor || isUsableSecret(acceptor, secret)) return undefined
  return 'is too short, or has the wrong format for its sender (docs/senders.md, "For all of them")'
}

/** A misspelt name must not leave a source without its secret. */
export function assertKnown(option: string, names: readonly string[], sources: Sources): void {
  const unknown = names.filter((name) => !sources.has(name))
  if (unknown.length > 0) throw new CannotStart(`${option} names ${unknown.join(', ')}, which is no source.`)
}
