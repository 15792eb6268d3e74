import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Finding } from '../../../lib/reasons.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { WideFact } from '../all-senders/fact.ts'
import type { Script } from '../facts/fact.ts'
import type { Economy } from '../judges/economy.ts'
import type { Truth } from '../judges/truth.ts'
import type { ShopReturns } from '../shop-returns/scene.ts'
import type { Vault } from './bridge.ts'
import type { Nature } from './machine.ts'
import type { Platform } from './platform.ts'
import type { TrueTables } from './true-tables.ts'

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
  /** The returns of a shop, in some schedules. */
  shopReturns: ShopReturns | undefined
  tables: TrueTables
  /** The configuration's mapping of the desk. */
  mapping: { isChanged: boolean }
  /** Every event as it truly is, or was when it expired. */
  events: () => Promise<InboxEvent[]>
  expired: readonly InboxEvent[]
  /** Those that have not expired. */
  alive: () => Promise<InboxEvent[]>
  /** What the tables' time to live deletes. */
  expire: (at: number) => Promise<{ events: string[]; items: string[] }>
}
