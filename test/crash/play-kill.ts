import { setTimeout as sleep } from 'node:timers/promises'
import { openLogin } from './await-end.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Kill } from './plan-kills.ts'
import type { Scene } from './scene.ts'

export type Played = {
  /** False: the moment did not come in time, and the process was killed at its work. */
  reached: boolean
  /** A person had to open the login again. */
  openedLogin: boolean
  /** What the back office does with the held requests after the kill; resolves when it has. */
  later: Promise<unknown>
  /** What the process wrote, where it had ended by itself before it was killed. */
  endedByItself: string | undefined
}

type Playing = Scene & { post: Dispatcher; comesWithinMs: number }

/** Starts the bridge and kills it at the moment. Rejects with what it wrote where it does not start. */
export async function playKill(kill: Kill, { bridge, backOffice, post, comesWithinMs }: Playing): Promise<Played> {
  const posts = kill.at === 'post' ? kill.posts : []
  const held = posts.map((post) => ({ ...post, ...backOffice.hold(post.path, post.moment) }))
  const { up } = bridge.start()
  if (kill.at === 'start') await sleep(kill.afterMs)
  else await up
  const openedLogin = await openLogin(bridge.url())
  const comes = kill.at === 'answer' ? post.nextAnswer() : Promise.all(held.map(({ reached }) => reached))
  const reached = await momentOf(kill, comes, comesWithinMs)
  const output = bridge.output()
  const killed = await bridge.kill()
  const later = Promise.all(held.map(({ lateMs, fate, resolve }) => sleep(lateMs).then(() => resolve(fate))))
  return { reached, openedLogin, later, endedByItself: killed ? undefined : output }
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
