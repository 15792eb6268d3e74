import { defineConfig, type TranslatedCommand } from '../../../lib/config/config.ts'
import type { InboxEvent } from '../../../lib/inbox/event.ts'
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { apiUser } from '../../../sandbox/seed/api-user.ts'
import type { Options as SandboxOptions } from '../../../sandbox/world.ts'
import { putWide } from '../all-senders/orders.ts'
import { writeWide } from '../all-senders/script.ts'
import { publicUrl, wideReasons, wideSecrets, wideSources } from '../all-senders/sources.ts'
import type { Beyond } from '../assumptions.ts'
import type { Fact } from '../facts/fact.ts'
import { writeScript } from '../facts/script.ts'
import { placesOf } from '../facts/script-several.ts'
import { createEconomy } from '../judges/economy.ts'
import { createObedience } from '../judges/obeyed-refusals.ts'
import { createTruth, reasonsOf, type Truth } from '../judges/truth.ts'
import { countAttempts } from '../judges/watch-attempts.ts'
import { earlyRetention, isAuditedEarly } from '../people/audits.ts'
import { type Chance, createChance } from '../random.ts'
import { writeShopReturns } from '../shop-returns/script.ts'
import { createTimeline } from '../timeline.ts'
import type { Code } from '../versions/code.ts'
import { isDeployed, planDeployment } from '../versions/deployment.ts'
import { createClocks } from '../weather/clocks.ts'
import { createLaggingLists } from '../weather/lagging-lists.ts'
import { watchLateSends } from '../weather/late-sends.ts'
import { planOutages } from '../weather/outages.ts'
import { planRefusals } from '../weather/standing-refusals.ts'
import { createWeather } from '../weather/weather.ts'
import { writeFlows } from '../with-a-person/script.ts'
import { createBridge, type Vault } from './bridge.ts'
import { createDynamoStores, hurtsRequests } from './dynamo-stores.ts'
import type { Nature } from './machine.ts'
import type { Witness } from './network.ts'
import { createPlaces } from './places.ts'
import { createPlatform, type Platform } from './platform.ts'
import { createSqliteStores } from './sqlite-stores.ts'
import { createStream } from './stream.ts'
import type { Town } from './town.ts'

export const start = Date.parse('2026-03-02T09:00:00Z')
/** What the simulated back office keeps to, whatever the bridge believes (docs/reliability.md, Assumptions). */
const truthOfBackOffice = { settlingMs: 60_000, requestTimeoutMs: 10_000 }

/** `tell`: gets every step. `beyond`: the assumption that does not hold. `next`: the next version of the bridge. */
export type Options = { tell?: (line: string) => void; beyond?: Beyond; next?: Code }

/** How this back office shows its lines. Of a list that is clamped the second page of a market's SKUs would never be read. */
function linesOf(chance: Chance, { itemsPerPageMax }: SandboxOptions): Partial<SandboxOptions> {
  if (!chance.hits(0.15)) return {}
  const shippingIds = chance.pick(['own', 'zero'] as const)
  if (itemsPerPageMax < 250 || chance.hits(0.5)) return { shippingIds, skuIs: 'number' }
  return { shippingIds, skuIs: 'market', variations: chance.pick(['loaded', 'ignored', 'refused'] as const) }
}

/** One process has the store for itself: no other version works on it, and nothing hurts single requests. */
const isEmbedded = (seed: number): boolean => !hurtsRequests(seed) && !isDeployed(seed)

/** Everything that a schedule needs, drawn from its seed; nothing has happened yet. */
export function foundTown(seed: number, { tell, beyond, next }: Options = {}): Town {
  const chance = createChance(seed)
  const timeline = createTimeline({ start, chance: chance.fork() })
  const weather = createWeather(chance.fork())
  const say: Nature['tell'] = tell
    ? (actor, words) => tell(`${clockOf(timeline.now() - start)} ${actor}: ${words()}`)
    : () => {}
  const places = createPlaces()
  const nature: Nature = {
    ...{ timeline, chance: chance.fork(), weather, places, tell: say },
    outages: planOutages({ timeline, chance: chance.fork(), weather }),
    clocks: createClocks(
      { timeline, chance: createChance(seed + 2 ** 30), weather },
      { isBroken: beyond === 'clocks' },
    ),
    deployment: planDeployment({
      ...{ timeline, chance: createChance(seed + 2 ** 29), withinMs: 3 * 60_000 },
      next: isDeployed(seed) ? next : undefined,
    }),
  }
  const toleranceMs = nature.clocks.mostApartMs
  const script = writeScript(chance.fork(), weather)
  const refusals = planRefusals({ timeline, chance: chance.fork(), weather, orders: script.orders })

  for (const place of placesOf(script.facts)) places.reach(place)
  const newToken = counted('token')
  const sandbox = createSandbox({ seed: 'empty', now: timeline.now, sleep: async () => {}, newToken })
  for (const { image } of script.facts) if (image) uploadImage(sandbox, image)
  if (weather.strikes('list clamped')) sandbox.world.options.itemsPerPageMax = chance.between(1, 3)
  // Both readings of `orderReferences`, mostly as public examples have it: upward only.
  sandbox.world.options.parentsListReturns = seed % 3 === 0
  const flows = writeFlows(seed, script.faultyMs)
  // Flows count what forms write on one day, and returns of shops come for hours.
  const shopReturns = writeShopReturns(seed, script.faultyMs)
  const limitsOfDay = flows.length > 0 || shopReturns ? {} : drawLimitsOfDay(seed)
  const limits = weather.strikes('limits kept')
    ? { readsPerMinute: chance.between(8, 30), writesPerMinute: chance.between(1, 10), ...limitsOfDay }
    : undefined
  if (limits) sandbox.world.limits = { ...limits }
  // In these one article has two SKUs: only lines can carry those.
  const needsLineSkus = flows.some(({ name }) => name === 'lines of bundles')
  const { options } = sandbox.world
  if (!needsLineSkus) Object.assign(options, linesOf(createChance(seed + 2 ** 10), options))
  // As much goes on as in other schedules.
  const wide = [...writeWide(seed, script.faultyMs).slice(0, flows.length > 0 ? 1 : 2), ...flows]
  for (const fact of [...wide, ...(shopReturns ? [shopReturns] : [])]) putWide(sandbox, fact, timeline.now())
  const vault = createVault()
  const mapping = { isChanged: false }
  const config = defineConfig({
    publicUrl,
    sources: {
      ...wideSources,
      'w-returns': { kind: 'shopify', returns: shopReturns?.returns ?? 'approved' },
      form: { kind: 'standard' },
      shop: { kind: 'shopify' },
      woo: { kind: 'woocommerce', orders: 'any' },
      desk: { kind: 'standard', translate: ({ payload }) => mapped(payload as TranslatedCommand[], mapping.isChanged) },
    },
    reasons: { ...wideReasons, ...reasonsOf(script.facts) },
    backOffice: { ...(chance.hits(0.5) ? { ownerId: apiUser.id } : {}), ...(limits ? { limits } : {}) },
  })
  if (isAuditedEarly(seed)) config.retention = earlyRetention
  const truth: Truth = createTruth({
    facts: script.facts,
    sandbox,
    vault,
    session: () => stores.session(),
    toleranceMs,
  })
  if (limits) truth.limits = { read: limits.readsPerMinute, write: limits.writesPerMinute }
  const violate = (what: string) => void truth.violations.push(what)
  const attempts = countAttempts((what) => violate(`wrong attempts: ${what}`))
  const stream = createStream({
    nature,
    platform: () => platform,
    onWrong: (what) => void truth.violations.push(...what),
  })
  const createStores = isEmbedded(seed) ? createSqliteStores : createDynamoStores
  const stores = createStores({
    ...{ nature, config, seed, toleranceMs },
    witnesses: {
      ...{ emit: stream.emit, onWrong: violate, onToken: () => truth.onToken(), attempts },
      onEarly: (what) => violate(`claimed early: ${what}`),
      onStale: (what) => violate(`written without its claim: ${what}`),
      onDecided: () => truth.decidedAt.push(timeline.now()),
    },
  })
  if (hurtsRequests(seed)) places.reach('weather between requests of DynamoDB')
  if (isEmbedded(seed)) places.reach('the embedded store')
  const { tables } = stores
  const onBug = (where: string, error: string) => truth.violations.push(`a bug flew in ${where}: ${error}`)
  const onAlarm = (event: string) => void truth.alarms.add(event)
  const watchSend = watchLateSends(tables.records, {
    toleranceMs,
    onLate: (what) => truth.violations.push(`sent too late: ${what}`),
  })
  const witness: Witness = {
    ...truth,
    onSent(request, at) {
      truth.onSent(request, at)
      economy.onSent(request)
      watchSend(request, at)
    },
  }
  const economy = createEconomy(timeline.now)
  const obedienceOf = createObedience({
    ...{ now: timeline.now, toleranceMs },
    onViolation: (what) => truth.violations.push(what),
  })
  const lists = createLaggingLists(nature, sandbox)
  const network = { sandbox, refusals, lists, witness, ...truthOfBackOffice, isBeyondSettling: beyond === 'settling' }
  const platform: Platform = createPlatform(nature, (machine) =>
    createBridge(machine, {
      nature,
      config,
      stores,
      vault,
      network,
      economy,
      obedienceOf,
      onBug,
      onAlarm,
    }),
  )
  const expired: InboxEvent[] = []
  const alive = async () => {
    const { events } = await tables.inbox.list({ limit: 100 })
    return (await Promise.all(events.map(({ id }) => tables.inbox.get(id)))).filter((event) => event !== undefined)
  }
  const events = async () => {
    const now = await alive()
    return [...now, ...expired.filter(({ id }) => !now.some((event) => event.id === id))]
  }
  const expire = async (at: number) => {
    const before = await alive()
    const { events: gone, items } = stores.expire(at)
    expired.push(...before.filter(({ id }) => gone.includes(id)))
    return { events: gone, items }
  }
  return {
    nature,
    platform,
    sandbox,
    vault,
    truth,
    script,
    wide,
    shopReturns,
    tables,
    mapping,
    economy,
    findings: [],
    events,
    expired,
    alive,
    expire,
  }
}

/** A comment under no key, before all else. */
function mapped(commands: TranslatedCommand[], isChanged: boolean): TranslatedCommand[] {
  const [first] = commands
  if (!isChanged || first?.type !== 'add-comment') return commands
  return [{ type: 'add-comment', order: first.order, text: 'As the new mapping asks (fact-0)' }, ...commands]
}

/** There, and visible nowhere yet. */
function uploadImage({ world }: Sandbox, { itemId, imageId }: NonNullable<Fact['image']>): void {
  const plain = { variationId: null, fileType: 'jpg', path: '', position: 0, url: '', names: [], availabilities: [] }
  world.store.images.put({ id: imageId, itemId, ...plain })
}

const createVault = (): Vault => ({
  backOffice: { baseUrl: 'http://127.0.0.1', username: apiUser.username, password: apiUser.password, version: '1' },
  sources: {
    form: ['whsec_ZGVtby1zZWNyZXQtb2YtdGhlLWZvcm0h'],
    shop: ['demo-secret-of-the-shop'],
    woo: ['demo-secret-of-the-other-shop'],
    desk: ['whsec_ZGVtby1zZWNyZXQtb2YtdGhlLWRlc2sh'],
    ...wideSecrets(),
  },
  versions: new Map([['1', apiUser.password]]),
})

function counted(what: string): () => string {
  let count = 0
  return () => `${what}-${++count}`
}

const clockOf = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .slice(8, 23)
    .replace(/^(\d\d)T/, (_, day) => `${Number(day) - 1}d `)

/** In every other schedule few enough to be used up. Drawn apart, so that a seed stays the schedule that it was. */
function drawLimitsOfDay(seed: number): { readsPerDay: number; writesPerDay: number } {
  const chance = createChance(seed + 2 ** 28)
  const times = seed % 2 === 0 ? 10 : 1
  return { readsPerDay: times * chance.between(40, 400), writesPerDay: times * chance.between(20, 100) }
}
