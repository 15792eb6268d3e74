import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '../../lib/back-office/http/base-url.ts'
import { ConfigError } from '../../lib/config/checked.ts'
import { defineConfig } from '../../lib/config/config.ts'
import { isWeakPassword } from '../../lib/secrets/secret-shapes.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { type Ask, createAsk } from '../../local/ask.ts'
import { CannotStart } from '../../local/cannot-start.ts'
import { demoFields } from '../../local/demo-secrets.ts'
import { filesIn, type LocalSecrets, ownSecrets, sharingSources } from '../../local/secrets-file.ts'
import type { Surroundings } from '../surroundings.ts'
import { answerTo } from './answer.ts'
import { configText } from './config-text.ts'
import { type Given, readGiven } from './read-given.ts'
import { describeResult } from './result.ts'
import { settleBackOffice } from './settle-back-office.ts'
import { type Orders, settleOrders } from './settle-orders.ts'
import { type Returns, settleReturns } from './settle-returns.ts'
import { assertKnown, settleSecrets } from './settle-secrets.ts'
import { type Sources, settleSources } from './settle-sources.ts'
import { type Statuses, settleStatuses } from './settle-statuses.ts'
import { assertNew, writeNew } from './write-new.ts'

const ownProject = fileURLToPath(new URL('../../', import.meta.url))
const filesOf = (project: string) => ({
  config: join(project, 'bridge.config.ts'),
  ...filesIn(join(project, basename(ownSecrets))),
})

/**
 * Asks what a bridge must know, and writes `bridge.config.ts` and the two secrets. Overwrites nothing, keeps what it replaces, and writes
 * nothing before all of it is right. Throws `CannotStart`.
 */
export async function init(
  args: readonly string[],
  surroundings: Pick<Surroundings, 'cwd' | 'out' | 'terminal'>,
  project = ownProject,
): Promise<number> {
  const { terminal, out } = surroundings
  const given = readGiven(args, surroundings)
  const paths = filesOf(project)
  const aside =
    given.replace && existsSync(paths.config) ? { from: paths.config, to: `${paths.config}.old` } : undefined
  if (!given.dryRun) assertNew(project, [aside?.to ?? paths.config, paths.backOffice, paths.sources])
  const asking = terminal && createAsk(terminal)
  try {
    const settled = await settle(given, asking?.ask)
    if (given.dryRun) {
      out(
        `${settled.config}\nNothing was written: without --dryRun this is bridge.config.ts, and the secrets lie beside it.\n`,
      )
      return 0
    }
    const { config, backOfficeJson, sourcesJson } = settled
    const files = [
      { path: paths.config, text: config, mode: 0o644 },
      { path: paths.backOffice, text: backOfficeJson, mode: 0o600 },
      { path: paths.sources, text: sourcesJson, mode: 0o600 },
    ]
    writeNew(files, aside)
    out(describeResult({ ...settled, isReplaced: aside !== undefined }))
    return 0
  } finally {
    asking?.close()
  }
}

async function settle(given: Given, ask: Ask | undefined) {
  const sources = await settleSources(given.sources, ask)
  assertKnown(
    '--later',
    given.later.filter((name) => name !== 'backOffice'),
    sources,
  )
  assertKnown('--returns', Object.keys(given.returns), sources)
  assertKnown('--orders', Object.keys(given.orders), sources)
  assertKnown('--announced', Object.keys(given.announcedBy), sources)
  const publicUrl = await settlePublicUrl(sources, given, ask)
  const statuses = await settleStatuses(sources, given, ask)
  const returns = await settleReturns(sources, given, ask)
  const orders = await settleOrders(sources, given, ask)
  const checked = check(sources, publicUrl, { ...statuses, returns, orders })
  const backOffice = await settleBackOffice(given, ask)
  const { secrets, made, later } = await settleSecrets(sources, given, ask)
  const filled = {
    backOffice: backOffice?.secret ?? {},
    sources: Object.fromEntries(Object.entries(secrets).map(([name, list]) => [name, [...list]])),
  }
  assertOwn(filled)
  const config = configText({ publicUrl, statuses, returns, orders, sources })
  const notes = [
    sharingSources(filled, checked),
    backOffice && isWeakPassword(backOffice.secret) ? weakPassword : undefined,
  ].filter((note) => note !== undefined)
  const texts = { config, backOfficeJson: toJson(filled.backOffice), sourcesJson: toJson(filled.sources) }
  return { ...texts, sources, made, later, notes, backOffice }
}

const weakPassword =
  'The password of the API user is short, or has few different characters: give it a long random one (SECURITY.md).'

/** Only some senders need it. */
async function settlePublicUrl(sources: Sources, given: Given, ask: Ask | undefined): Promise<string | undefined> {
  const needing = [...sources].filter(([, kind]) => sourceOfKind(kind)?.needsPublicUrl).map(([name]) => name)
  if (needing.length === 0 && given.publicUrl === undefined) return undefined
  const wanted = {
    option: '--publicUrl',
    question: `The address under which senders reach the bridge, which ${needing.join(', ')} needs (https://...)`,
    problem: (text: string) =>
      /^https:\/\/./.test(text) || isLoopback(text) ? undefined : 'must be an address that begins with https://',
  }
  return URL.parse(await answerTo(wanted, given.publicUrl, ask))?.href.replace(/\/$/, '')
}

/** The project's own check, before anything is written. */
type Settled = Pick<Statuses, 'announcedBy'> & { returns: Returns; orders: Orders }
function check(sources: Sources, publicUrl: string | undefined, { announcedBy, returns, orders }: Settled) {
  const entries = [...sources].map(([name, kind]) => [
    name,
    { kind, returns: returns[name], orders: orders[name], returnStatus: { announced: announcedBy[name] } },
  ])
  try {
    return defineConfig({ ...(publicUrl !== undefined && { publicUrl }), sources: Object.fromEntries(entries) })
  } catch (error) {
    if (error instanceof ConfigError) throw new CannotStart(error.message)
    throw error
  }
}

function assertOwn(secrets: LocalSecrets): void {
  const names = demoFields(secrets)
  if (names.length === 0) return
  throw new CannotStart(
    `These are demo secrets, which everybody knows: ${names.join(', ')}. Give others, or leave them out: then random ones are made.`,
  )
}

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
