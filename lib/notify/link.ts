import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { hasOpenWrite, type InboxEvent, isUnheard, type LinkReceiver } from '../inbox/event.ts'
import { type Log, traceOf } from '../log.ts'
import type { ReasonCode } from '../reasons.ts'

/** One question of one event, as somebody was asked. `expiresAt`: epoch ms. */
export type Link = { id: string; epoch: number; reason: ReasonCode; expiresAt: number; to: LinkReceiver }

const linkLifeMs = 7 * 24 * 60 * 60_000
const longestToken = 2_000

/** The token of a link: what it is about, and its proof. */
export function signLink(key: string, { id, epoch, reason, expiresAt, to }: Link): string {
  const about = Buffer.from(JSON.stringify([id, epoch, reason, expiresAt, to])).toString('base64url')
  return `${about}.${proofOf(key, about)}`
}

/** Undefined: it is none of ours, or its time is over. Nothing of it is parsed before its proof. */
export function readLink(key: string, token: string, now: number): Link | undefined {
  const [about = '', proof = '', ...more] = token.length > longestToken ? [] : token.split('.')
  const [given, own] = [Buffer.from(proof), Buffer.from(proofOf(key, about))]
  if (more.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  const [id, epoch, reason, expiresAt, to] = JSON.parse(Buffer.from(about, 'base64url').toString())
  return now < expiresAt ? { id, epoch, reason, expiresAt, to } : undefined
}

/** Whether the event still asks what the link is about. */
export const isAsked = ({ status, epoch, reason }: InboxEvent, link: Link): boolean =>
  status === 'held' && epoch === link.epoch && reason?.code === link.reason

/** Whether a note that nobody wrote may end it: no write of it may have happened, and nobody waits for an answer by law. */
export const mayEndByLink = (event: InboxEvent): boolean =>
  !event.withdrawal && !hasOpenWrite(event) && !isUnheard(event)

const proofOf = (key: string, about: string): string => createHmac('sha256', key).update(about).digest('base64url')

/** Where people look at an event. Undefined: nobody knows. */
export const consolePage = (id: string, { consoleUrl }: Pick<Config, 'consoleUrl'>): string | undefined =>
  consoleUrl && new URL(`/console/event?id=${encodeURIComponent(id)}`, consoleUrl).href

type Options = { config: Pick<Config, 'publicUrl'>; readKey: () => Promise<string>; now: () => number; log: Log }

/** Makes links for a receiver. Undefined where the key cannot be read: a message without links is better than none. */
export const linksWith =
  ({ config: { publicUrl = '' }, readKey, now, log }: Options) =>
  async (to: LinkReceiver) => {
    const key = await readKey().catch((error: unknown) => void log.warn('messages go without links', traceOf(error)))
    if (key === undefined) return undefined
    const expiresAt = now() + linkLifeMs
    return (question: Pick<Link, 'id' | 'epoch' | 'reason'>) =>
      `${publicUrl.replace(/\/+$/, '')}/decide/${signLink(key, { ...question, expiresAt, to })}`
  }
