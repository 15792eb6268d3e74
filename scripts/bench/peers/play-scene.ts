import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BackOffice, startBackOffice } from './back-office.ts'
import { judge, type Verdict } from './judge.ts'
import { planFaults } from './plan-faults.ts'
import type { Scene } from './scenes.ts'
import { createDeliveries, type Senders, startSenders } from './senders.ts'
import type { CreateSystem, System } from './system.ts'

export type Played = Verdict & {
  /** Deliveries that were answered with 2xx, and how many of them in a second until the last one was. */
  accepted: number
  acceptedPerSecond: number
  /** From the first delivery to the last return or comment; undefined if one is missing. */
  doneSeconds?: number
}

export type Play = {
  scene: Scene
  createSystem: CreateSystem
  /** How many returns. */
  size: number
  seed: number
  /** Nothing is waited for longer than this. */
  patienceMs: number
  /** Ends everything that was started; then the scene rejects. */
  signal?: AbortSignal
  log?: (line: string) => void
}

const pollMs = 200
/** A kill comes at the latest this long after the last progress: what was lost will not come. */
const stuckMs = 20_000
/** So long after the last write a system is asked whether it has open work; asking is work for it too. */
const quietMs = 3_000
/** When all is there, what is still open may be about to write it again. A lost answer is looked for within this time. */
const afterwardsMs = 180_000

/** Plays one scene with one system: the same deliveries, faults and kills for all of them, and the back office is what counts. */
export async function playScene(play: Play): Promise<Played> {
  const { scene, createSystem, size, seed } = play
  const deliveries = createDeliveries(size)
  const orders = deliveries.map(({ order }) => order)
  const backOffice = await startBackOffice(orders, planFaults(seed, scene.faults))
  const folder = await mkdtemp(join(tmpdir(), 'bench-peers-'))
  const system = createSystem({ backOfficeUrl: backOffice.url, folder })
  const senders = startSenders({ seed, toRequest: system.toRequest })
  const { promise: interrupted, reject } = Promise.withResolvers<never>()
  play.signal?.addEventListener('abort', () => reject(new Error('it was interrupted')))
  try {
    await Promise.race([system.start(), interrupted])
    const from = performance.now()
    const playing = { ...play, system, backOffice, senders }
    await Promise.race([interrupted, sendAndKill(playing, deliveries).then(() => awaitEnd(playing))])
    const verdict = judge(orders, await backOffice.state())
    const isDone = verdict.lostReturns === 0 && verdict.lostComments === 0
    return {
      ...verdict,
      accepted: senders.accepted(),
      acceptedPerSecond: senders.accepted() / ((senders.lastAcceptedAt() - from) / 1_000),
      ...(isDone && { doneSeconds: (backOffice.lastNewAt() - from) / 1_000 }),
    }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${system.output().slice(-2_000)}`)
  } finally {
    await senders.end()
    await system.kill()
    await backOffice.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Playing = Play & { system: System; backOffice: BackOffice; senders: Senders }

/** Sends in as many waves as there are kills and one more. Each kill comes when half of a wave is in work. */
async function sendAndKill(playing: Playing, deliveries: ReturnType<typeof createDeliveries>): Promise<void> {
  const { scene, system, senders, signal, log } = playing
  const wave = deliveries.length / (scene.kills + 1)
  const boundary = (index: number) => Math.round(index * wave)
  for (let index = 0; index < scene.kills; index += 1) {
    senders.send(deliveries.slice(boundary(index), boundary(index + 1)))
    await untilAsked(playing, Math.round((index + 0.5) * wave))
    await system.kill()
    log?.(`kill ${index + 1} of ${scene.kills}`)
    signal?.throwIfAborted()
    await system.start()
  }
  senders.send(deliveries.slice(boundary(scene.kills)))
}

/** Until the work has come so far, or comes no further. */
async function untilAsked({ backOffice }: Playing, wanted: number): Promise<void> {
  let [last, at] = [-1, performance.now()]
  while (backOffice.asked() < wanted && performance.now() - at < stuckMs) {
    if (backOffice.asked() !== last) [last, at] = [backOffice.asked(), performance.now()]
    await sleep(10)
  }
}

/** Until all is there, or nobody works any more; and then until nothing can be written a second time. */
async function awaitEnd(playing: Playing): Promise<void> {
  const { system, backOffice, senders, patienceMs, log } = playing
  const deadline = performance.now() + patienceMs
  const isQuiet = () => backOffice.late() === 0 && performance.now() - backOffice.lastMadeAt() > quietMs
  const isIdle = async () => senders.areIdle() && isQuiet() && (await system.open().catch(() => 1)) === 0
  while (!backOffice.isComplete() && performance.now() < deadline && !(await isIdle())) await sleep(pollMs)
  log?.(backOffice.isComplete() ? 'all is there' : 'not all is there')
  const last = Math.min(deadline, performance.now() + afterwardsMs)
  while (performance.now() < last && !(await isIdle())) await sleep(pollMs)
}
