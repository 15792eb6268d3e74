import { setTimeout as sleep } from 'node:timers/promises'
import { openLogin } from './await-end.ts'
import type { BridgeProcess } from './bridge-process.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { PausingProxy } from './pausing-proxy.ts'
import type { Kill, PausedPost } from './plan-kills.ts'
import type { Scene } from './scene.ts'

export type Played = {
  /** False if the moment did not come in time, so that the process was killed at another one. */
  reached: boolean
  /** Whether a person had to reset the login. */
  openedLogin: boolean
  /** How the disk was while nothing could be stored. */
  spoilt: SpoiltDisk['how'] | undefined
  /** Resolves when the paused requests have been carried out or dropped after the kill. */
  later: Promise<unknown>
  /** The output of the process if it ended by itself before it was killed. */
  endedByItself: string | undefined
}

/** When nothing can be stored, from when the process serves requests. */
export type SpoiltDisk = { how: 'full' | 'read-only'; afterMs: number; forMs: number }
type Playing = Scene & { dispatcher: Dispatcher; comesWithinMs: number; disk: SpoiltDisk | undefined }

/** Starts the bridge and kills it at the moment. Rejects with its output if it does not start. */
export async function playKill(
  kill: Kill,
  { bridge, backOffice, dispatcher, comesWithinMs, disk }: Playing,
): Promise<Played> {
  const paused: (PausedPost & ReturnType<PausingProxy['pause']>)[] = []
  const over = new AbortController()
  const allPaused = pauseAll()
  const { up } = bridge.start()
  if (kill.at === 'start') await sleep(kill.afterMs)
  else await up
  const openedLogin = await openLogin(bridge)
  // The process may be killed while it can store nothing, too.
  const spoiling = disk && spoilDisk(bridge, disk)
  const comes = kill.at === 'answer' ? dispatcher.nextAnswer() : allPaused
  const reached = await momentOf(kill, comes, comesWithinMs)
  over.abort()
  const output = bridge.output()
  const killed = await bridge.kill()
  const later = Promise.all(paused.map(({ lateMs, fate, resolve }) => sleep(lateMs).then(() => resolve(fate))))
  const spoilt = (await spoiling) === true ? disk?.how : undefined
  return { reached, openedLogin, spoilt, later, endedByItself: killed ? undefined : output }

  async function pauseAll(): Promise<void> {
    if (kill.at !== 'post') return
    // Where nobody knows the limits, one write of all workers goes ahead: several come at once only after its answer.
    if (kill.posts.length > 1) await backOffice.written
    if (over.signal.aborted) return
    paused.push(...kill.posts.map((post) => ({ ...post, ...backOffice.pause(post.path, post.moment) })))
    await Promise.all(paused.map(({ reached }) => reached))
  }
}

async function spoilDisk(bridge: BridgeProcess, { how, afterMs, forMs }: SpoiltDisk): Promise<boolean> {
  await sleep(afterMs)
  const mend = bridge.spoilDisk(how)
  await sleep(forMs)
  mend?.()
  return mend !== undefined
}

async function momentOf(kill: Kill, comes: Promise<unknown>, comesWithinMs: number): Promise<boolean> {
  if (kill.at === 'start') return true
  if (kill.at === 'work') {
    await sleep(kill.afterMs)
    return true
  }
  const timeout = new AbortController()
  const inTime = sleep(comesWithinMs, false, { signal: timeout.signal }).catch(() => false)
  const reached = await Promise.race([comes.then(() => true), inTime])
  timeout.abort()
  return reached
}
