import { randomBytes, randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import type { Ask } from '../console/console-env.ts'
import { createConsole } from '../console/create-console.ts'
import { sandboxPage } from '../console/pages/sandbox.ts'
import { type Sender, type Sent, sendersPage } from '../console/pages/senders.ts'
import { isLoopback } from '../lib/back-office/http/base-url.ts'
import type { Config, SourceConfig } from '../lib/config/config.ts'
import { titleView } from '../lib/operator/views/event-views.ts'
import { sourceOfKind } from '../lib/sources/registry.ts'
import { effectOf } from '../lib/sources/report.ts'
import { eventOfSample } from './event-of-sample.ts'
import { loadConfig } from './load-config.ts'
import { samples } from './samples/index.ts'
import { filesIn, readSecrets, secretsInUse } from './secrets-file.ts'
import { sendSample } from './send-sample.ts'
import { webhookPaths } from './webhook-paths.ts'

type Options = {
  ask: Ask
  /** Where this bridge takes webhooks. */
  url: () => string
  /** Undefined if another back office is used. */
  sandboxUrl?: string | undefined
  /** Of `serve`, which sends no samples. */
  served?: { config: Config; secrets: string } | undefined
  report: (message: string, error: unknown) => void
}

/** The console of `npm start` and `serve`, with the pages that only this machine has: its senders with their samples, and its sandbox. */
export const ownConsole = ({ ask, url, sandboxUrl, served, report }: Options) =>
  createConsole({
    ask,
    now: Date.now,
    newId: randomUUID,
    secret: randomBytes(32).toString('base64url'),
    senders: served
      ? sendersPage({
          isServed: true,
          senders: async (url) => sendersOf(served.config, { url, samples: {} }),
          ...{ url, secretsFile: filesIn(served.secrets).sources, send },
        })
      : sendersPage({ url, senders, secretsFile: relative(process.cwd(), secretsInUse), send }),
    ...(sandboxUrl !== undefined && { sandbox: sandboxPage({ url: sandboxUrl, control: controlOf(sandboxUrl) }) }),
    report,
  })

const senders = async (url: string): Promise<Sender[]> => sendersOf(await loadConfig(), { url, samples })

const sendersOf = (config: Config, own: { url: string; samples: Partial<typeof samples> }): Sender[] =>
  webhookPaths(config).map(({ source, path }) => ({
    source,
    title: titleView(source, config),
    reports: reportsOf(config.sources[source]),
    kind: kindName(config.sources[source]?.kind) ?? source,
    // No sender elsewhere reaches an address of this machine, so the one that is in use counts.
    url: `${config.publicUrl !== undefined && !isLoopback(config.publicUrl) ? config.publicUrl : own.url}${path}`,
    samples: Object.keys(Object.hasOwn(own.samples, source) ? (own.samples[source] ?? {}) : {}),
  }))

/** By its settings, without the topics that `on` leaves out. Undefined: the configuration translates, or nobody says. */
function reportsOf(settings: SourceConfig | undefined): Sender['reports'] {
  if (!settings || settings.translate) return undefined
  return sourceOfKind(settings.kind)?.reports?.map((one) => {
    const named = one.topics.filter((topic) => settings.on?.includes(topic))
    return { ...one, topics: named.length > 0 ? named : one.topics, effect: effectOf(one, settings) }
  })
}

async function send(url: string, source: string, sample: string): Promise<Sent> {
  const { sources: secrets } = readSecrets(secretsInUse)
  const sent = await sendSample({ url, source, sample, id: randomUUID(), secrets, nowMs: Date.now() })
  return { status: sent.status, eventId: eventOfSample(sent) }
}

const controlMs = 5_000

function controlOf(url: string) {
  return async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(controlMs),
    })
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}`)
    return await answer.json()
  }
}

/** A source can bring a kind of its own, which has no name. */
const kindName = (kind: unknown): string | undefined => (typeof kind === 'string' ? kind : undefined)
