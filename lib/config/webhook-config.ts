import type { SourceSettings } from '../sources/source.ts'

/** `translate` is there where the source has a translation of its own, which any delivery may be for. Webhooks do not call it. */
export type WebhookSource = Pick<SourceSettings, 'kind' | 'on' | 'appName' | 'translate'>
/** What a webhook needs of bridge.config.ts: a checked configuration, or what packaging makes of one. */
export type WebhookConfig = { publicUrl?: string | undefined; sources: Readonly<Record<string, WebhookSource>> }
