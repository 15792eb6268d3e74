import { AsyncLocalStorage } from 'node:async_hooks'
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../memory/item-copy.ts'
import { type Answered, createMemoryClient } from '../../memory/memory-client.ts'
import type { Whims } from '../../memory/memory-reads.ts'
import type { Obedience } from '../judges/obeyed-refusals.ts'
import type { Machine, Nature } from './machine.ts'
import { InjectedFault } from './table.ts'

/** What a machine asks of a port right now: each of its requests knows. `isOver`: the claim or lock under which it writes has ended. */
export type Doing = { operation: string; isOver?: (before: Item | undefined) => boolean }
export const doing = new AsyncLocalStorage<Doing>()
export const doingNow = (): Doing => doing.getStore() ?? { operation: 'unknown' }

/** As the deployed client is configured: two attempts of a second each. */
const mostAttempts = 2
const attemptTimeoutMs = 1_000

export type Hearing = {
  onRequest(operation: string): void
  onFailed(operation: string | undefined): void
  sharing: Obedience['sharing']
}
/** Carries out a request on the tables, at once. */
export type Execute = (command: object, by: { doing: Doing }, whims: Whims) => Item

type Trouble = 'table throttled' | 'table request lost' | 'table write late' | 'table answer lost'

/** The SDK's client of one machine, through the weather. Each attempt can be hurt, and a second one often as the first was. */
export function createDynamoClient(
  nature: Nature,
  machine: Machine,
  { execute, whims, hearing }: { execute: Execute; whims: Whims; hearing: Hearing },
): DynamoDBDocumentClient {
  const { timeline, chance, weather, outages, tell } = nature
  const troubles = new WeakMap<object, Trouble | 'none'>()
  /** The way of this machine's late writes is free again: until then others take it, too, and all of them arrive then. */
  let heldUpUntil = 0
  const travel = () => machine.pass(chance.hits(0.95) ? chance.between(1, 8) : chance.between(10, 480))

  async function attempt(command: object): Promise<Answered> {
    const current = doingNow()
    const operation = `${current.operation} (${command.constructor.name})`
    const isRead =
      command instanceof GetCommand || command instanceof BatchGetCommand || command instanceof QueryCommand
    const before = troubles.get(command)
    // Who finds an item locked reads it, too: that is no second lock.
    const isOfLock = isRead && current.operation.startsWith('records.lock')
    if (before === undefined && !isOfLock) hearing.onRequest(current.operation)
    troubles.set(command, 'none')
    const strikes = (trouble: Trouble) => {
      const isLikely = before === trouble || (trouble === 'table write late' && timeline.now() < heldUpUntil)
      const hits = isLikely ? !weather.isClear() && chance.hits(0.5) : weather.strikes(trouble)
      if (hits) troubles.set(command, trouble)
      return hits
    }
    const effect = async () => await shared(command, () => execute(command, { doing: current }, whims))
    await travel()
    const headers = () => ({ date: dateAt(timeline.now()) })
    const outage = outages.hitting(current.operation, isRead)
    if (outage === 'unanswered') return await giveUp('DOWN')
    if (outage) return refused('DOWN')
    if (strikes('table throttled')) return refused('THROTTLED')
    if (strikes('table request lost')) return await giveUp('request LOST')
    if (!isRead && strikes('table write late')) {
      const givenUpAt = timeline.now() + attemptTimeoutMs
      if (givenUpAt > heldUpUntil) heldUpUntil = givenUpAt + chance.between(1, 5_000)
      timeline.at(heldUpUntil + chance.between(0, 50), () => {
        tell(machine.name, () => `${operation}: LATE write arrives`)
        effect().catch(() => {})
      })
      return await giveUp('write is LATE')
    }
    const answered = await effect().then(
      (output) => ({ output, headers: headers() }),
      (error: unknown) => ({ error, headers: headers() }),
    )
    tell(machine.name, () => `${operation} → ${'error' in answered ? (answered.error as Error).name : 'done'}`)
    if (strikes('table answer lost')) return await giveUp('answer LOST')
    // Several queries ask for one list: that they have to go there is weather enough.
    if (!(command instanceof QueryCommand)) await travel()
    return answered

    async function refused(what: string): Promise<Answered> {
      const answered = headers()
      await travel()
      hearing.onFailed(before && current.operation)
      tell(machine.name, () => `${operation}: ${what}`)
      return { error: new InjectedFault(`${operation}: ${what}`), headers: answered }
    }
    async function giveUp(what: string): Promise<never> {
      tell(machine.name, () => `${operation}: ${what}`)
      hearing.onFailed(before && current.operation)
      await machine.pass(attemptTimeoutMs)
      throw new InjectedFault(`${operation}: ${what}`)
    }
  }

  /** Who reads or writes the pace knows of its refusals from then on. */
  async function shared(command: object, run: () => Item): Promise<Item> {
    let output: Item = {}
    const read = async () => {
      output = run()
      return undefined
    }
    const replace = async () => {
      output = run()
      return true
    }
    const { input } = command as { input: { Key?: Item; Item?: Item } }
    const store = hearing.sharing({ read, replace })
    if (command instanceof GetCommand && input.Key?.id === 'pace') await store.read()
    else if (command instanceof PutCommand && input.Item?.id === 'pace')
      await store.replace(input.Item as never, { previous: undefined })
    else return run()
    return output
  }

  return createMemoryClient(attempt, async (error, attempts) => {
    if (attempts >= mostAttempts || !(error instanceof InjectedFault)) return false
    await machine.pass(chance.between(5, 150))
    return true
  })
}

const dates = { second: 0, text: '' }

/** As a header: whole seconds, of which most answers share theirs with the one before. */
function dateAt(now: number): string {
  const second = Math.floor(now / 1_000)
  if (dates.second !== second) Object.assign(dates, { second, text: new Date(now).toUTCString() })
  return dates.text
}
