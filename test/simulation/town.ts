import type { Finding } from '../../lib/audit/auditor.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Vault } from './bridge.ts'
import type { Economy } from './economy.ts'
import type { Script } from './fact.ts'
import type { Nature } from './machine.ts'
import type { Platform } from './platform.ts'
import type { TrueTables } from './true-tables.ts'
import type { Truth } from './truth.ts'
import type { WideFact } from './wide-fact.ts'

/** Where people meet the bridge. */
export type Town = {
  nature: Nature
  platform: Platform
  sandbox: Sandbox
  vault: Vault
  truth: Truth
  economy: Economy
  /** What the audits have reported. */
  findings: Finding[]
  script: Script
  /** What all kinds of senders report, each about orders of its own. */
  wide: WideFact[]
  tables: TrueTables
  /** The configuration's mapping of the desk. */
  mapping: { isChanged: boolean }
  /** Every event as it truly is, or was when it expired. */
  events: () => Promise<InboxEvent[]>
  /** Those that have not expired. */
  alive: () => Promise<InboxEvent[]>
  /** What the tables' time to live deletes. */
  expire: (at: number) => Promise<{ events: string[]; items: string[] }>
}
