import * as z from 'zod'
import type { Session } from '../back-office/session/session.ts'
import { isNotFound, Rejected, recovered } from '../errors.ts'
import type { AuditStore } from '../state/audit-progress.ts'
import type { DayStore } from '../state/day-counts.ts'
import type { Workflow } from '../workflow/workflow.ts'

type SourceSecrets = Record<'without' | 'useless', readonly string[]> & { sharing: readonly string[][] }

/** Checks of the configured secrets. None ever shows a value. */
export type SecretChecks = {
  /** What is wrong with the back office's secret, one sentence each. */
  backOffice(): Promise<string[]>
  isPasswordWeak(): Promise<boolean>
  /** Those without a secret, with a useless one, and groups that share one. `not readable here`: as when deployed. */
  sources(configured: Workflow['config']['sources']): Promise<SourceSecrets | 'not readable here'>
}

/** What operator commands work with; `deadlineMs`: when the function is ended, epoch ms. */
export type Operator = {
  workflow: Workflow
  session: Pick<Session, 'token' | 'status' | 'reset'>
  secrets: SecretChecks
  deadlineMs: number
  /** How far the daily audit has read. */
  audits: AuditStore
  /** The numbers of each day. Absent: none are kept. */
  days?: DayStore
  /** Which receivers of messages take none, each since when, epoch ms. Absent: nobody gets messages. */
  notices?: { read(): Promise<{ away?: Readonly<Record<string, number>> } | undefined> }
  /** Copies the store into a new file. Absent: it is none of this process. Throws what the file system throws. */
  backUp?: ((file: string) => Promise<{ file: string; bytes: number }>) | undefined
  /** Who the person that decides says to be. Nothing proves it. */
  by?: string | undefined
}

/**
 * One command: its arguments are checked by `input`, and it throws `Rejected` where it is refused or impossible.
 * @example
 * ```ts
 * import * as z from 'zod'
 * import { defineCommand } from './lib/operator/operator.ts'
 *
 * export const eventStatus = defineCommand({
 *   name: 'event.status',
 *   input: z.strictObject({ id: z.string() }),
 *   run: async ({ workflow }, { id }) => (await workflow.inbox.get(id))?.status,
 * })
 * ```
 */
export type OperatorCommand<Input extends z.ZodType = z.ZodType> = {
  name: string
  input: Input
  run(operator: Operator, input: z.output<Input>): Promise<unknown>
}

export const defineCommand = <Input extends z.ZodType>(command: OperatorCommand<Input>): OperatorCommand =>
  command as unknown as OperatorCommand

/** A time as answers show it: ISO 8601, UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString()
export const isoIfKnown = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : iso(ms))

/** For what a newer format names: its id may hold what somebody typed. */
export const newerVersion =
  'A newer version of the bridge wrote this, and this version cannot read it. Nothing was done. Ask again when the deployment has ended.'

/** A time as a person gives it: ISO 8601 with its offset, because a time without one means another moment on another machine. */
export const isoTime = z.iso.datetime({
  offset: true,
  error: 'write a time with its offset, such as 2026-03-01T00:00:00Z or 2026-03-01T00:00:00+01:00',
})

export const id = z.int().positive()
export const externalNumber = z.string().trim().min(1).max(200)
export const email = z.string().trim().min(1).max(320)
export const note = z.string().trim().min(1).max(500)

type Defined<Facts> = { [Name in keyof Facts as undefined extends Facts[Name] ? never : Name]: Facts[Name] } & {
  [Name in keyof Facts as undefined extends Facts[Name] ? Name : never]?: Exclude<Facts[Name], undefined>
}

export const defined = <Facts extends object>(facts: Facts): Defined<Facts> =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as Defined<Facts>

/** Something else has happened, or is happening, that forbids what is asked for. */
export const conflict = (message: string, cause?: unknown): Rejected => new Rejected(message, { status: 409, cause })

/** Undefined: the back office has no such thing. */
export const orNothing = async <T>(reading: Promise<T>): Promise<T | undefined> =>
  await recovered(reading, isNotFound, undefined)
