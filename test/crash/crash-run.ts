import { type Chance, createChance } from '../simulation/random.ts'
import { awaitEnd } from './await-end.ts'
import type { BridgeProcess, ProgramName } from './bridge-process.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { createFacts, type Fact, factsPerOrder } from './facts.ts'
import { type Fault, injectFaults } from './inject-faults.ts'
import { judge, type SandboxState, type Violation } from './judge.ts'
import { type Kill, namesOf } from './plan-kills.ts'
import { playKill, type SpoiltDisk } from './play-kill.ts'
import { type Closers, type Scene, setScene } from './scene.ts'

export type CrashRun = {
  program: ProgramName
  /** Before each kill its disk is full, or read-only, for a while. */
  spoilsDisks?: boolean
  kills: readonly Kill[]
  seed: number
  /** Draws the faults of the back office, which go on during the whole run; without it there are none. */
  drawFault?: (chance: Chance) => Fault
  /** If the moment of a kill does not come within this time, the process is killed at once. */
  comesWithinMs: number
  /** Ends everything that was started. */
  signal: AbortSignal
  log?: (line: string) => void
}

export type Outcome = {
  /** By the name of the moment; `at work` if the planned moment did not come. */
  kills: Map<string, number>
  /** How often its disk was full, and how often read-only. */
  disks: Map<string, number>
  /** Faults that occurred, by kind. */
  faults: Map<string, number>
  sent: number
  /** By status. */
  events: Map<string, number>
  returns: number
  comments: number
  /** How often a person had to open the login again. */
  loginResets: number
  /** Each with the history of its events. */
  violations: string[]
}

/** Deliveries are sent within this time of each start. */
const spreadMs = 2_000
const endsWithinMs = 300_000

/** Kills the process of a bridge repeatedly during deliveries and faults of the sandbox, then judges the result. */
export async function runCrashes(run: CrashRun): Promise<Outcome> {
  const closers: Closers = []
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  const onAbort = () => void close()
  run.signal.addEventListener('abort', onAbort)
  try {
    run.signal.throwIfAborted()
    return await play(run, closers)
  } finally {
    run.signal.removeEventListener('abort', onAbort)
    await close()
  }
}

async function play(
  { program, spoilsDisks = false, kills, seed, drawFault, comesWithinMs, signal, log = () => {} }: CrashRun,
  closers: Closers,
): Promise<Outcome> {
  const chance = createChance(seed)
  const facts = createFacts(
    chance.fork(),
    kills.reduce((sum, kill) => sum + factsOf(kill), 0),
  )
  const scene = await setScene(program, facts, closers)
  const { bridge, sandboxUrl } = scene
  const dispatcher = startDispatcher({ chance: chance.fork(), url: bridge.url })
  closers.push(dispatcher.close)
  // Before its first answers nobody knows the limits. One call of all workers goes ahead then, and a fault of it would hold up all of them.
  const after = scene.backOffice.written
  const injection = drawFault && injectFaults({ chance: chance.fork(), sandboxUrl, drawFault, after })
  if (injection) closers.push(injection.end)

  const killed = await killAll(
    { spoilsDisks, kills, facts, chance: chance.fork(), comesWithinMs, signal, log },
    scene,
    dispatcher,
  )
  const faults = (await injection?.end()) ?? new Map<string, number>()
  signal.throwIfAborted()
  await bridge.start().up
  const { events, loginResets } = await awaitEnd({ bridge, dispatcher, withinMs: endsWithinMs, signal })
  const state = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as SandboxState
  const found = judge({ accepted: factsOfEvents(dispatcher, facts), events, state })
  const made = state.comments.filter(({ text }) => text.startsWith('[bridge:'))
  return {
    kills: killed.moments,
    disks: killed.disks,
    faults,
    sent: dispatcher.sent(),
    events: countBy(events.map(({ status }) => status)),
    returns: state.orders.filter(({ typeId }) => typeId === 3).length,
    comments: made.length,
    loginResets: loginResets + killed.loginResets,
    violations: [
      ...killed.violations,
      ...(await Promise.all(found.map((violation) => withHistory(violation, bridge)))),
    ],
  }
}

type Killing = Required<Pick<CrashRun, 'spoilsDisks' | 'kills' | 'comesWithinMs' | 'signal' | 'log'>> & {
  facts: readonly Fact[]
  chance: Chance
}

const drawDisk = (chance: Chance): SpoiltDisk => ({
  how: chance.pick(['full', 'read-only']),
  afterMs: chance.between(0, 1_500),
  forMs: chance.between(50, 1_500),
})

async function killAll(
  { spoilsDisks, kills, facts, chance, comesWithinMs, signal, log }: Killing,
  scene: Scene,
  dispatcher: Dispatcher,
) {
  const moments: string[] = []
  const violations: string[] = []
  const later: Promise<unknown>[] = []
  const unsent = [...facts]
  const disks: string[] = []
  let loginResets = 0
  for (const [index, kill] of kills.entries()) {
    signal.throwIfAborted()
    const fresh = unsent.splice(0, factsOf(kill))
    for (const delivery of fresh.flatMap(({ deliveries }) => deliveries))
      dispatcher.send(delivery, chance.between(0, spreadMs))
    const disk = spoilsDisks ? drawDisk(chance) : undefined
    const played = await playKill(kill, { ...scene, dispatcher, comesWithinMs, disk })
    if (played.spoilt) disks.push(played.spoilt)
    const names = namesOf(played.reached ? kill : { at: 'work', afterMs: 0 })
    moments.push(...names)
    later.push(played.later)
    if (played.openedLogin) loginResets += 1
    if (played.endedByItself !== undefined) violations.push(`the process ended by itself:\n${played.endedByItself}`)
    log(`kill ${index + 1}: ${names.join('; ')}`)
  }
  await Promise.all(later)
  return { moments: countBy(moments), violations, loginResets, disks: countBy(disks) }
}

/** Events of one order wait for each other, so pausing several POSTs at once needs more orders than POSTs. */
const factsOf = (kill: Kill): number =>
  kill.at === 'post' && kill.posts.length > 1 ? (kill.posts.length + 2) * factsPerOrder : factsPerOrder

/** The fact of each accepted event. */
function factsOfEvents(dispatcher: Dispatcher, facts: readonly Fact[]): Map<string, Fact> {
  const factOf = new Map(facts.flatMap((fact) => fact.deliveries.map((delivery) => [delivery, fact])))
  return new Map(
    [...dispatcher.accepted].flatMap(([id, delivery]) => {
      const fact = factOf.get(delivery)
      return fact ? [[id, fact]] : []
    }),
  )
}

async function withHistory({ text, events }: Violation, { operate }: BridgeProcess): Promise<string> {
  const histories = await Promise.all(events.map((id) => operate({ command: 'event.get', id })))
  return [text, ...histories.map((event) => JSON.stringify(event, undefined, 2))].join('\n')
}

const countBy = (names: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]))
