import type { Config, SourceConfig } from '../lib/config/config.ts'
import { sourceOfKind } from '../lib/sources/registry.ts'
import { isUsableToken, usableSecrets } from '../lib/sources/shared/usable-secrets.ts'
import type { Delivery, Identity, Source, SourceSettings } from '../lib/sources/source.ts'
import { eventIdOf, labelDelivery, parsePath } from '../lib/webhook/delivery.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { splitTarget } from '../local/http-api-event.ts'
import { bodyVariants } from './body-variants.ts'
import { headerVariants } from './header-variants.ts'
import { keyHints } from './key-hints.ts'
import type { CapturedHead } from './read-headers.ts'

export type Capture = {
  config: Config
  source: string
  head: CapturedHead
  body: Buffer
  token?: string | undefined
  secrets: Record<string, string[]>
  nowMs: number
}

/** As in lib/wire.ts. */
const bodyLimit = 1_000_000

export type Verdict = { ok: boolean; says: string; hints: string[] }

/** Judges a delivery as the webhook does, and names the likely mistake that explains a refusal. Pure. */
export function judgeDelivery(capture: Capture): Verdict {
  const { config, source: name, nowMs } = capture
  const settings = Object.hasOwn(config.sources, name) ? config.sources[name] : undefined
  const source = settings && sourceOfKind(settings.kind)
  if (!source)
    throw new CannotStart(
      `bridge.config.ts has no source "${name}". Its sources are: ${Object.keys(config.sources).join(', ')}.`,
    )
  const known = { source, settings: { ...settings, publicUrl: config.publicUrl }, nowMs }
  const delivery = toDelivery(capture, source)
  const listed = capture.secrets[name] ?? []
  const { usable: secrets, left } = usableSecrets(source, listed)
  const misdirected = addressProblem(delivery, source, name)
  if (misdirected) return { ok: false, says: misdirected, hints: [] }
  const verification = source.verify(delivery, secrets, known.settings, nowMs)
  if (verification.ok) return accepted(known, delivery, name)
  if (secrets.length > 0 && source.isPing?.(delivery))
    return { ok: true, says: 'this is a ping of the sender, which is answered but not stored.', hints: [] }
  const hints = hintsFor(capture, { ...known, delivery, secrets: listed })
  return { ok: false, says: `${[verification.why, ...(left === undefined ? [] : [left])].join('; ')}.`, hints }
}

type Known = { source: Source; settings: SourceConfig & SourceSettings; nowMs: number }

function accepted({ source, settings }: Known, delivery: Delivery, name: string): Verdict {
  const identity = source.identify(delivery, settings)
  return { ok: true, says: `the proof is right, ${whatOf(identity)}.`, hints: [] }

  function whatOf(identity: Identity): string {
    if (identity.kind === 'ping') return 'it is a ping and would not be stored'
    const { isEvent, label } = labelDelivery(source, settings, delivery)
    if (isEvent) return `its event is ${eventIdOf(name, identity.deliveryKey)}`
    return label
      ? 'it names the label of an order and is no event'
      : 'it names no label that can be learnt, and is no event'
  }
}

function toDelivery({ source: name, head, body, token }: Capture, source: Source): Delivery {
  const { path, query } = splitTarget(head.path ?? `/${source.family}/${name}`)
  const given = token ?? (source.tokenInPath && parsePath(path, source.family).rest)
  return {
    method: head.method ?? 'POST',
    path,
    query,
    headers: head.headers,
    body,
    ...(given && { token: given }),
  }
}

/** What the webhook refuses whatever the proof. Hides parts of the address that may be a token. */
function addressProblem({ method, path, body }: Delivery, source: Source, name: string): string | undefined {
  const { family, tokenInPath } = source
  const { name: addressed, rest } = parsePath(path, family)
  if (addressed !== name || (rest !== undefined && !tokenInPath)) {
    const parts = path.split('/').slice(1)
    // It may be that of another source.
    const isSecret = (part: string) => isUsableToken(part) || (tokenInPath && source.isUsable?.(part))
    const isToken = (part: string) => part !== name && isSecret(part)
    const shown = parts.slice(0, 2).map((part) => (isToken(part) ? '...' : part))
    const came = ['', ...shown, ...(parts.length > 2 ? ['...'] : [])].join('/')
    return `it was sent to ${came}, but the address of this source is /${family}/${name}${tokenInPath ? '/<token>' : ''}.`
  }
  if (method !== 'POST') return `it was sent with ${method}, but deliveries must use POST.`
  return body.length > bodyLimit
    ? `the body has ${body.length} bytes, more than the limit of ${bodyLimit} (413).`
    : undefined
}

/** Corrects each likely mistake and checks the proof again, at the time that the signature names. */
function hintsFor(capture: Capture, known: Known & { delivery: Delivery; secrets: readonly string[] }): string[] {
  const { source, settings, nowMs, delivery, secrets } = known
  const matches = (changed: { delivery?: Delivery; secrets?: readonly string[]; settings?: SourceSettings }) => {
    const given = { delivery, secrets, settings, ...changed }
    const verification = source.verify(given.delivery, given.secrets, given.settings, nowMs)
    return verification.ok || verification.isOnlyLate === true
  }
  if (matches({ secrets: usableSecrets(source, secrets).usable }))
    return ['The proof itself is right: to check an old capture, give its time with --at.']
  if (matches({})) return ['It matches a secret that is too short: make a longer one, and change it at the sender too.']
  const repeated = capture.head.repeated.map((name) => `The header ${name} was sent several times.`)
  const bodies = bodyVariants(delivery.body).filter(({ body }) => matches({ delivery: { ...delivery, body } }))
  const headers = headerVariants(capture.head, { source, delivery, settings }).filter(matches)
  const others = Object.entries(capture.secrets).filter(
    ([name, list]) => name !== capture.source && matches({ secrets: list }),
  )
  return [
    ...repeated,
    ...[...bodies, ...headers].map(({ says }) => says),
    ...others.map(
      ([name]) => `The proof matches a secret of the source "${name}": use the address or the secret of that source.`,
    ),
    ...keyHints({ source, delivery, secrets, matches: (list) => matches({ secrets: list }), nowMs }),
  ]
}
