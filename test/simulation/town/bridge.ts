import type { Config } from '../../../lib/config/config.ts'
import type { Log } from '../../../lib/log.ts'
import type { GetSecretValue } from '../../../lib/secrets/secrets.ts'
import type { WebhookDependencies } from '../../../lib/webhook/receive-webhook.ts'
import type { Workflow } from '../../../lib/workflow/workflow.ts'
import type { Economy } from '../judges/economy.ts'
import type { Obedience } from '../judges/obeyed-refusals.ts'
import { upTo } from '../weather/lateness.ts'
import type { DynamoStores } from './dynamo-stores.ts'
import type { Machine, Nature } from './machine.ts'
import { createFetch, type NetworkOptions } from './network.ts'
import { InjectedFault } from './table.ts'

/** The secrets as they are kept, changed in place by the people of the script. */
export type Vault = {
  backOffice: { baseUrl: string; username: string; password: string; version: string }
  sources: Record<string, string[]>
  /** From each version there ever was to its password. */
  versions: Map<string, string>
}

/** A webhook whose secrets cannot be read says RetryLater: a 503, as planned. */
const planned: ReadonlySet<string> = new Set([InjectedFault.name, 'RetryLater'])

/**
 * An older audit passes by what a newer version has written, and says so. An older webhook answers 503 where it cannot add to a newer
 * version's label: the event is stored, and the sender repeats it.
 */
const isPlanned = (error: string, message: string): boolean =>
  planned.has(error) ||
  (error === 'NewerFormat' && (message.startsWith('passed by') || message === 'webhook not stored'))

export type BridgeOptions = {
  nature: Nature
  config: Config
  stores: DynamoStores
  vault: Vault
  network: NetworkOptions
  economy: Economy
  obedienceOf: (machine: string) => Obedience
  /** A person is called, because one fact is there twice. */
  onAlarm: (event: string) => void
  /** Whatever flies out of the bridge and was not injected. */
  onBug: (where: string, error: string) => void
}

/** Everything of one instance: what lib/wire.ts builds, on simulated ports. */
export function createBridge(machine: Machine, options: BridgeOptions) {
  const { nature, config, vault, network } = options
  const { code } = machine.version
  const timing = code.timingAt(1, config.appearsWithin)
  const { chance, tell } = nature
  const say = (level: string) => (message: string, fields: Record<string, unknown>) =>
    tell(machine.name, () => `${level}: ${message} ${JSON.stringify(fields)}`)
  /** Events whose item is of a newer version, until their run saves that they wait. */
  const unsaid = new Set<string>()
  const log: Log = {
    info: say('info'),
    warn: (message, fields) => {
      say('warn')(message, fields)
      if (message === 'event lost to another worker' && unsaid.delete(String(fields.event)))
        options.onBug(machine.name, `${fields.event} counts as lost, although only its item is of a newer version`)
    },
    error: (message, fields) => {
      say('error')(message, fields)
      if (message === 'clock in doubt') nature.weather.count('clock in doubt')
      if (message === 'a repeated write came through twice') options.onAlarm(String(fields.event))
      if (typeof fields.error === 'string' && !isPlanned(fields.error, message)) {
        options.onBug(`${machine.name}: ${message}`, `${fields.error} ${JSON.stringify(fields.at ?? '')}`)
      }
    },
  }
  const clock = code.createClock({ wall: machine.clock.now, monotonic: nature.timeline.now, log })
  const { now } = clock
  const newId = () => `id-${Math.floor(chance.next() * 2 ** 48).toString(36)}`
  const obedience = options.obedienceOf(machine.name)
  const {
    inbox: reached,
    records: reachedRecords,
    learnt,
    session: store,
    pace: paceStore,
    audits,
  } = options.stores.connect(machine, {
    ...{ clock, newId, sharing: obedience.sharing, stored: obedience.stored },
    ...{ onRequest: options.economy.onTable, onFailed: options.economy.onTableFailed },
  })
  let leaseUntil = 0
  /** Not async: what the caller does next is booked on this claim. */
  const claim: typeof reached.claim = (id, given) => {
    const expense = options.economy.begin(id)
    return reached.claim(id, given).then((claimed) => {
      expense.isClaimed = claimed !== undefined
      if (claimed) Object.assign(expense, { attempt: claimed.attempts, receivedAt: claimed.receivedAt })
      leaseUntil = Math.max(leaseUntil, claimed?.leaseUntil ?? 0)
      return claimed
    })
  }
  const save: typeof reached.save = async (previous, next) => {
    unsaid.delete(next.id)
    await reached.save(previous, next)
    options.economy.onSaved(next)
  }
  const inbox = { ...reached, claim, save }
  const records: typeof reachedRecords = {
    ...reachedRecords,
    async lock(id, given) {
      try {
        return await reachedRecords.lock(id, given)
      } catch (error) {
        if (error instanceof code.NewerFormat) unsaid.add(given.lock.event)
        throw error
      }
    },
    async placeOf(key) {
      const id = await reachedRecords.placeOf(key)
      options.economy.onPlace(key, id)
      return id
    },
    async get(id) {
      const item = await reachedRecords.get(id)
      options.economy.onItem(id, Object.keys(item?.records ?? {}))
      return item
    },
  }
  const secrets = code.createSecrets({ getSecretValue: secretsOf(nature, machine, vault), now })
  const fetch = obedience.listening(
    options.economy.listening(
      createFetch(nature, machine, { ...network, leaseUntil: () => leaseUntil, onSent: obedience.onSent }),
    ),
  )
  const abortAfter = (ms: number) => {
    const controller = new AbortController()
    machine.after(ms, () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')))
    return controller.signal
  }
  const credentials = async ({ fresh }: { fresh: boolean }) => {
    const { value, version } = await secrets.read('backOffice', { fresh })
    return { ...(value as Vault['backOffice']), version }
  }
  const sleep = machine.pass
  /** A busy machine wakes late for its turn to call. */
  const sleepForTurn = (ms: number) =>
    sleep(ms + (nature.weather.strikes('late for its turn') ? lateForTurn(nature) : 0))
  const pace = code.createPace({
    store: obedience.sharing(paceStore),
    limits: config.backOffice.limits,
    now,
    sleep: sleepForTurn,
    newId,
    log,
  })
  const http = { fetch, now, clock, log, abortAfter, requestTimeoutMs: network.requestTimeoutMs, pace }
  const session = code.createSession({ ...http, store, credentials, sleep, newId })
  const workflow: Workflow = {
    config,
    inbox,
    records,
    learnt,
    openBackOffice: code.createBackOffice({ ...http, session, sleep, ownerId: config.backOffice.ownerId }),
    pace,
    timing,
    constants: code.constantsWith(),
    reasons: config.reasons,
    now,
    clock,
    sleep,
    random: chance.next,
    newId,
    log,
  }
  const webhooks: WebhookDependencies = {
    config,
    inbox,
    readSecrets: async ({ fresh }) => (await secrets.read('sources', { fresh })).value as Vault['sources'],
    now,
    sleep: (ms, signal) => sleepUnlessAborted(machine, ms, signal),
    log,
    hintMs: timing.hintMs,
    bodyLimit: 1_000_000,
    answerWithinMs: 3_500,
  }
  return { code, clock, workflow, webhooks, session, auditor: { workflow, progress: audits } }
}

/** Often by just what a call may be late: a write half a second, a read eight. */
function lateForTurn({ chance, places }: Nature): number {
  const limitMs = chance.pick([500, 8_000])
  const lateMs = chance.hits(0.5) ? upTo(chance, limitMs) : chance.between(500, 15_000)
  if (lateMs === limitMs) places.reach('late by the limit')
  return lateMs
}

export type Bridge = ReturnType<typeof createBridge>

function sleepUnlessAborted(machine: Machine, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = machine.after(ms, resolve)
    signal.addEventListener('abort', () => {
      timer.cancel()
      reject(signal.reason)
    })
  })
}

function secretsOf({ weather, chance, tell }: Nature, machine: Machine, vault: Vault): GetSecretValue {
  return async (secretId) => {
    await machine.pass(chance.between(2, 60))
    if (weather.strikes('secret unreachable')) {
      tell(machine.name, () => `secret ${secretId}: UNREACHABLE`)
      throw new InjectedFault('Secrets Manager cannot be reached')
    }
    const { version } = vault.backOffice
    return { SecretString: JSON.stringify(vault[secretId as 'backOffice' | 'sources']), VersionId: version }
  }
}
