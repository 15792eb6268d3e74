import { describe, expect, it } from 'vitest'
import {
  madeFor,
  operate,
  type RunningStack,
  sendRefund,
  startProgram,
  temporaryFolder,
  until,
} from '../local/running-stack.ts'
import { type HeldBackOffice, type Moment, startHeldBackOffice } from './held-back-office.ts'

const order = 10_001
const orders = '/rest/orders'
const comments = '/rest/comments'
const id = 'shopify/d-1'

/** Settling takes one second; the send window (5 s) and the request's timeout (10 s) are as ever. */
const scale = { LOCAL_TIME_SCALE: '300' }

type Crash = {
  when: string
  /** Where it is killed; absent: right after the 200. */
  at?: { path: string; moment: Moment; fate: 'apply' | 'drop' }
  /** How often the return and the comment are sent in all: a proof that the moment was hit. */
  posts: { returns: number; comments: number }
}

const once = { returns: 1, comments: 1 }
const crashes: Crash[] = [
  {
    when: 'during the POST of the return, which is carried out after all',
    at: { path: orders, moment: 'unsent', fate: 'apply' },
    posts: once,
  },
  {
    when: 'during the POST of the return, which is lost',
    at: { path: orders, moment: 'unsent', fate: 'drop' },
    posts: { returns: 2, comments: 1 },
  },
  {
    when: 'between the POST of the return and its record',
    at: { path: orders, moment: 'unanswered', fate: 'drop' },
    posts: once,
  },
  {
    when: 'during the POST of the comment, which is carried out after all',
    at: { path: comments, moment: 'unsent', fate: 'apply' },
    posts: once,
  },
  {
    when: 'during the POST of the comment, which is lost',
    at: { path: comments, moment: 'unsent', fate: 'drop' },
    posts: { returns: 1, comments: 2 },
  },
  {
    when: 'between the POST of the comment and its record',
    at: { path: comments, moment: 'unanswered', fate: 'drop' },
    posts: once,
  },
  { when: 'right after the 200', posts: once },
  { when: 'right after another 200', posts: once },
]

describe('npm start, killed with SIGKILL and started again', () => {
  // Side by side: each waits about 16 seconds for its lost answer to settle.
  it('makes exactly one return and one comment, whenever it was killed', async () => {
    const start = startInTurn()
    const outcomes = await Promise.all(crashes.map((crash) => play(crash, start)))
    expect(outcomes).toEqual(
      crashes.map(({ when, posts }) => ({
        when,
        made: once,
        posts,
        status: 'done',
        again: 'duplicate',
        users: [{ id: 77, username: 'api-bridge', locked: false, failedLogins: 0 }],
      })),
    )
  }, 90_000)
})

type Start = typeof startProgram

/** One start at a time: all at once, none would be up within its time on a small machine. */
function startInTurn(): Start {
  let last: Promise<unknown> = Promise.resolve()
  return (env) => {
    const started = last.then(() => startProgram(env))
    last = started.catch(() => {})
    return started
  }
}

async function play({ when, at }: Crash, start: Start) {
  const backOffice = await startHeldBackOffice()
  const env = { ...scale, DATA_DIR: temporaryFolder(), BACKOFFICE_URL: backOffice.url }
  await killAt(await start(env), backOffice, at)
  const { url } = await start(env)
  const status = await until(`an end after it was killed ${when}`, () => endOf(url), 60_000)
  const posts = { returns: backOffice.posts(orders), comments: backOffice.posts(comments) }
  const again = (await sendRefund(url, { id: 'd-1' })).json.status
  const state = await (await fetch(`${backOffice.url}/sandbox/state`)).json()
  const { users } = state as { users: unknown[] }
  return { when, made: await madeFor(backOffice.url, order), posts, status, again, users }
}

async function killAt({ url, stop }: RunningStack, backOffice: HeldBackOffice, at: Crash['at']): Promise<void> {
  const reached = at && backOffice.hold(at.path, at.moment)
  expect(await sendRefund(url, { id: 'd-1' })).toMatchObject({ status: 200, json: { id, status: 'accepted' } })
  await reached
  expect((await stop('SIGKILL')).code).toBeNull()
  if (at) await backOffice.resolve(at.fate)
}

async function endOf(url: string): Promise<string | undefined> {
  // A table that is slow for a moment answers with an error: asked again.
  const status = String((await operate(url, { command: 'event.get', id })).result?.status)
  return ['done', 'held', 'failed', 'ignored'].includes(status) ? status : undefined
}
