import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { Delivery } from '../../lib/sources/source.ts'
import { nowMs } from './deliveries.ts'
import { publicUrl } from './hooks.ts'

/** What the tests must know of a sender. Its entry is in senders.ts. */
export type SenderFacts = {
  /**
   * Whether a delivery holds its proof. Written a second time from the sender's description, without code of lib: the bridge must never
   * store what this denies.
   */
  isGenuine: (proof: Proof) => boolean
  /** The headers that its translation needs. */
  stores?: readonly string[]
  /** What each of its samples becomes; with `on`, only where `on` of its source names that topic. */
  samples: Readonly<Record<string, { on?: string; commands?: unknown; ending?: unknown }>>
  /** How it repeats deliveries, with its first sample. */
  repeats: readonly Repeat[]
}

/** `change`: what is different on an attempt (from 0) besides the time. Bodies are texts in latin1. */
export type Repeat = { how: string; events: 1 | 3; change: Change }
type Change = (
  attempt: number,
  text: string,
  nowMs: number,
) => { id?: string; body?: string; headers?: Record<string, string> }

export const oneEvent = (how: string, change: Change = () => ({})): Repeat => ({ how, events: 1, change })
/** Three events, and only the first of them does anything. */
export const oneEffect = (how: string, change: Change): Repeat => ({ how, events: 3, change })
export const newId: Change = (attempt) => ({ id: `delivery-${attempt}` })
export type Proof = ReturnType<typeof proofOf>

export function proofOf(kind: string, from: Delivery, secret: string) {
  const sign = (key: string | Buffer, encoding: 'base64' | 'hex', ...parts: (string | Buffer)[]) => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
    return createHmac('sha256', key).update(bytes).digest(encoding)
  }
  const header = (name: string) => from.headers[name] ?? ''
  const isRecent = (ms: number) => Math.abs(nowMs - ms) <= 300_000
  const threeHeaders = (family: string, key: string | Buffer) => {
    const [id, time] = [header(`${family}-id`), header(`${family}-timestamp`)]
    const expected = `v1,${sign(key, 'base64', `${id}.${time}.`, from.body)}`
    return isRecent(Number(time) * 1000) && header(`${family}-signature`).split(' ').includes(expected)
  }
  const decoded = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const uri = `${publicUrl}${from.path}${from.query ? `?${from.query}` : ''}`
  return { kind, from, secret, decoded, uri, sign, header, isRecent, threeHeaders }
}

export const signsBody =
  (name: string, prefix = '') =>
  ({ header, sign, secret, from }: Proof): boolean =>
    header(name) === prefix + sign(secret, 'base64', from.body)

/** The proof of a sender without a signature. */
export const hasToken = ({ kind, from, secret }: Proof): boolean => from.path === `/forms/${kind}/${secret}`
type About = string | { email: string }
const orderOf = (about: About) => (typeof about === 'string' ? { externalNumber: about } : about)

/** `on`: without this topic in `on` it is ignored. */
export const aComment = (
  key: unknown,
  about: About,
  { on, ...more }: { on?: string; text: string; note?: string },
) => ({ ...(on !== undefined && { on }), commands: [{ type: 'add-comment', key, order: orderOf(about), ...more }] })
export const aReturn = (key: unknown, about: string, lines: unknown, more: object = {}) => ({
  commands: [{ type: 'create-return', key, order: orderOf(about), lines, ...more }],
})
export const aWithdrawal = (key: unknown, about: string, more: object) => ({
  commands: [{ type: 'declare-withdrawal', key, order: orderOf(about), ...more }],
})
export const byForm = (kind: string, email: string, note: string, key: unknown) => {
  const text = `The customer wrote in the form ${kind}:`
  return { commands: [{ type: 'add-comment', key, order: { email }, email, text, note }] }
}
export const hashAfter = (start = '') => expect.stringMatching(new RegExp(`^${start}sha256:[0-9a-f]{64}$`))
