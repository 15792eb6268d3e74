import type { Command } from '../commands.ts'
import type { Ending, IgnoredCode } from '../reasons.ts'

/** A request as the sender made it; header names lower-case, body as raw bytes. */
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

/** Whether a delivery is genuine; `why` is for `bridge verify` and the log, never for the sender. */
export type Verification = { ok: true } | { ok: false; why: string }

/** What a verified delivery is about, read without interpreting the fact itself. */
export type Identity =
  /** `key` is the same for every retry of one delivery and different for every other; `headers` are what translate will need. */
  | { kind: 'event'; key: string; headers: Record<string, string> }
  /** Answer 200 and store nothing (a ping that carries no fact). */
  | { kind: 'ping' }

/** An event as it lies in the inbox, ready to be understood. */
export type SourceEvent = {
  /** `<source>/<key>`. */
  id: string
  /** Name of the source in the configuration. */
  source: string
  headers: Record<string, string>
  body: Buffer
  receivedAt: number
}

/** Settings of one source, from `bridge.config.ts`. */
export type SourceSettings = {
  kind: string | Source
  /** Topics that are mapped, or another mapping a source documents; absent: the source's defaults. */
  on?: readonly string[]
  /** For forms: from the sender's field key to ours (`order_number`, `email`, `sku`, `quantity`, `reason`, `note`; form-fields.ts). */
  fields?: Readonly<Record<string, string>>
  /** The deployment's own address, from the configuration: what senders that sign the address were given. */
  publicUrl?: string | undefined
  /** For Shopware: the app's name in its manifest. */
  appName?: string
}

/** Either what to do, or how the event ends without doing anything. */
export type Translation = { commands: Command[] } | { ending: Ending }

/** What a test or the sample sender must know to sign like the real sender. */
export type SignInput = {
  method: string
  path: string
  body: Buffer
  contentType: string
  id: string
  topic?: string
  nowMs: number
  /** As in the settings; needed by senders that sign the address. */
  publicUrl?: string
}

/** One kind of sender. All functions are pure: the clock comes in as a value, nothing is fetched. */
export type Source = {
  kind: string
  family: 'shops' | 'forms'
  /** True where the only proof is the secret token in the path. */
  tokenInPath?: true
  /** Every topic that `on` can name; absent: any. */
  topics?: readonly string[]
  /** Settings of bridge.config.ts that only some kinds know, of those that this one does; absent: all. */
  takes?: readonly ('fields' | 'appName')[]
  /** True where it signs, or is told, the bridge's own address: `publicUrl` must be set. */
  needsPublicUrl?: true
  /** Over the raw bytes; any of `secrets` may match; an empty list refuses. Never throws. */
  verify(delivery: Delivery, secrets: readonly string[], settings: SourceSettings, nowMs: number): Verification
  /** Whether a configured secret can be one of this sender at all; absent: any text can. */
  isUsable?(secret: string): boolean
  /**
   * Answers requests that are part of the sender's own protocol and carry no event (Shopware's registration); undefined: this
   * is none of them. Called before `verify`, so it checks their signatures itself.
   */
  respond?(
    delivery: Delivery,
    secrets: readonly string[],
    settings: SourceSettings,
    nowMs: number,
  ): { status: number; body: unknown; headers?: Record<string, string> } | undefined
  /** Whether a refused delivery is a ping, which proves nothing and carries no fact; absent: none is. */
  isPing?(delivery: Delivery): boolean
  /** Called on a verified delivery alone. Never throws: a body without an id of its own is identified by its hash. */
  identify(delivery: Delivery, settings: SourceSettings): Identity
  /** Never throws: what cannot be parsed or mapped is an ending `payload_invalid` or `mapping` that names the field. */
  translate(event: SourceEvent, settings: SourceSettings): Translation
  /** Headers (and path, where a token is in it) as the real sender makes them. */
  sign(input: SignInput, secret: string): { headers: Record<string, string>; path: string }
}

export const notMapped = (text: string): Translation => ({
  ending: { status: 'ignored', reason: { code: 'topic_not_mapped' satisfies IgnoredCode, text } },
})
