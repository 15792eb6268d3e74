import type { Request } from '../commands.ts'
import type { OrderLabel, OrderLines } from '../order-label.ts'
import type { TopicProblem } from '../problems.ts'
import { type Ending, ignored } from '../reasons.ts'
import type { Report } from './report.ts'
import type { SignatureScheme } from './shared/signature-scheme.ts'

/** A request as the sender made it. Header names are lower-case, the body is raw bytes. */
export type Delivery = {
  method: string
  /** Path and raw query as requested. */
  path: string
  query: string
  headers: Record<string, string | undefined>
  body: Buffer
  /** Last part of `/forms/{source}/{token}`. */
  token?: string
}

/** Whether a delivery is genuine. `why` is for `backoffice-bridge verify` and the log, never for the sender. */
export type Verification =
  | { ok: true }
  /** `isOnlyLate`: the signature is valid, but its time is too far from now. */
  | { ok: false; why: string; isOnlyLate?: true }

/** What identifies a verified delivery, read without interpreting its content. */
export type Identity =
  /** `deliveryKey` is the same for every retry of a delivery, different for every other. `translate` needs the `headers`. */
  { kind: 'event'; deliveryKey: string; headers: Record<string, string> } | { kind: 'ping' }

/** A delivery that names an order's label, and perhaps its lines. Without `label` nothing can be learnt. `isEvent`: it also reports a fact. */
export type LabelDelivery = { label?: OrderLabel | undefined; lines?: OrderLines | undefined; isEvent: boolean }

export type SourceEvent = {
  /** `<source>/<key>`. */
  id: string
  source: string
  headers: Record<string, string>
  body: Buffer
  receivedAt: number
}

export type SourceSettings = {
  kind: string | Acceptor
  /** Topics to act on. Absent: the defaults of the source. */
  on?: readonly string[]
  fields?: Readonly<Record<string, string>>
  /** `withdrawal`: each submission of the form, or request of a return, is one. */
  tells?: 'announcement' | 'receipt' | 'refund' | 'withdrawal'
  returns?: 'approved' | 'refunded' | 'never'
  refunds?: 'restocked' | 'shipped'
  /** The bridge's own address, for senders that sign the address that they call. */
  publicUrl?: string | undefined
  translate?: unknown
  /** Shopware: the app's name in its manifest. */
  appName?: string
}

export type Translation = { commands: Request[] } | { ending: Ending }

/** What a test or `npm run send` needs to sign as the real sender does. */
export type SignInput = {
  method: string
  path: string
  body: Buffer
  contentType: string
  id: string
  topic?: string
  nowMs: number
  /** For senders that sign the address that they call. */
  publicUrl?: string
}

/** What a webhook needs of a sender: to prove, to identify and to answer a delivery. All functions are pure: the time is an argument. */
export type Acceptor = {
  kind: string
  family: 'shops' | 'forms'
  /** True if the only proof is the secret token in the path. */
  tokenInPath?: true
  /** How it signs a delivery, as data. Absent: it signs nothing. `backoffice-bridge verify` finds likely mistakes by it. */
  schemeOf?(delivery: Pick<Delivery, 'headers'>): SignatureScheme
  /** Checks the raw bytes, and parses nothing of them before their proof. Any of `secrets` may match; an empty list refuses. Never throws. */
  verify(delivery: Delivery, secrets: readonly string[], settings: SourceSettings, nowMs: number): Verification
  /** The header, lower-case, in which the sender signs what is no delivery (Shopware's registration). */
  alsoSignedIn?: string
  /** True if the sender makes the secret and nobody can choose it: 8 bytes are enough, not 16. */
  makesSecret?: true
  /** Whether a secret has the format of this sender and is long enough. Absent: a text of enough bytes is. */
  isUsable?(secret: string): boolean
  /** Answers what is no event (Shopware's registration). Called before `verify`: checks signatures itself. */
  respond?(
    delivery: Delivery,
    secrets: readonly string[],
    settings: SourceSettings,
    nowMs: number,
  ): { status: number; body: unknown; headers?: Record<string, string> } | undefined
  /** Whether a refused delivery is an unsigned ping. Absent: none is. */
  isPing?(delivery: Delivery): boolean
  /** Called only for a verified delivery. Never throws: the hash identifies a body without an id. */
  identify(delivery: Delivery, settings: SourceSettings): Identity
  /** Undefined: this topic names none. Absent: customers see the sender's id of an order. Never throws. */
  labels?(delivery: Delivery, settings: SourceSettings): LabelDelivery | undefined
}

export type Source = Acceptor & {
  /** Every topic that `on` can name. Absent: any. */
  topics?: readonly string[]
  /** What each of its reports becomes. Absent: nobody says. */
  reports?: readonly Report[]
  /** Which of the settings that only some kinds have this kind has. Absent: all. */
  takes?: readonly ('fields' | 'appName' | 'tells')[]
  /** True if its order numbers are its own: another shop can have the same. */
  ownNumbers?: true
  /** True if a program sends, of the merchant's own or of a service, and not any visitor who fills in a form. */
  isProgram?: true
  /** True if it sends the customer a label of its own: returnStatus.announced must name a status without one. */
  sendsLabel?: true
  /** True if it signs or needs the bridge's own address: `publicUrl` must be set. */
  needsPublicUrl?: true
  /** Never throws. What cannot be parsed or mapped ends as `payload_invalid` or `mapping`, with the name of the field. */
  translate(event: SourceEvent, settings: SourceSettings): Translation
  /** Whether a stored event declares a withdrawal, also where it cannot be translated. Absent: none does. Never throws. */
  isWithdrawal?(event: SourceEvent, settings: SourceSettings): boolean
  /** Whether any visitor of the shop can cause a stored event, as with its contact form. Absent: none can. Never throws. */
  isByVisitor?(event: SourceEvent): boolean
  /** The headers, and the path with its token, as the real sender makes them. */
  sign(input: SignInput, secret: string): { headers: Record<string, string>; path: string }
}

export const notMapped = (problem: TopicProblem): Translation => ({
  ending: ignored({ code: 'topic_not_mapped', ...problem }),
})
