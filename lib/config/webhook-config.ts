import type { Acceptor } from '../sources/source.ts'

export type WebhookSource = {
  kind: string | Acceptor
  on?: readonly string[] | undefined
  appName?: string | undefined
  /** There where the source has a translation of its own, which any delivery may be for. Webhooks do not call it. */
  translate?: unknown
}

/** What a webhook needs of bridge.config.ts: a checked configuration, or what packaging makes of one. */
export type WebhookConfig = { publicUrl?: string | undefined; sources: Readonly<Record<string, WebhookSource>> }
