import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { parseArgs } from 'node:util'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { Ask } from '../console/console-env.ts'
import { createConsole } from '../console/create-console.ts'
import type { OperatorAnswer } from '../lib/operator/operate.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { listen } from '../local/listen.ts'
import { type LocalEnv, ownPages } from '../local/own-requests.ts'
import { createAccess } from '../local/serve/access.ts'
import { newSecret } from '../local/serve/sessions.ts'
import { askOperator } from './ask-operator.ts'
import type { Surroundings } from './surroundings.ts'

const usualPort = 3002

/** Serves the console on this machine until Ctrl-C: its pages ask the operator of a stage, with the person's own AWS credentials. */
export async function serveConsole(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { port, stage, region } = readOptions(args)
  const where = { stage, region }
  // What a person must change is said before a browser is opened.
  const first = await askOperator({ command: 'login.status' }, where, surroundings)
  if (!first.ok) throw new CannotStart(`${first.error.message} (${first.error.code})`)
  const pages = createConsole({
    ask: async (command, gone) => await asked(() => askOperator(command, { ...where, gone }, surroundings)),
    now: surroundings.now,
    newId: randomUUID,
    secret: newSecret(),
    stage,
    report: (message, error) =>
      surroundings.err(`${message}: ${error instanceof Error ? error.message : 'unknown error'}\n`),
  })
  const key = newSecret()
  // Whoever else uses this machine would act with the rights of this person.
  const { pages: door } = createAccess({ key, language: 'en', now: () => performance.now() })
  const app = new Hono<LocalEnv>()
  app.get('/', ownPages, door, (c) => c.redirect('/console', 303))
  app.all('/console/*', ownPages, door, (c) => pages.fetch(c.req.raw))
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  const { url, close } = await listen(server, port, { variable: '--port' })
  surroundings.out(
    `The console of ${stage === undefined ? 'this machine' : `the stage ${stage}`} is at ${url}/console?key=${key}\nStop it with Ctrl-C.\n`,
  )
  await new Promise<void>((resolve) => surroundings.onInterrupt?.(resolve))
  await close()
  return 0
}

/** What a person can mend, such as credentials that have ended, is said on the page too. */
async function asked(ask: () => Promise<unknown>): ReturnType<Ask> {
  try {
    return (await ask()) as OperatorAnswer
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    return { ok: false, error: { code: 'retry_later', message: error.message } }
  }
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, stage: { type: 'string' }, region: { type: 'string' } },
    })
    const port = values.port === undefined ? usualPort : Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new CannotStart(`console: --port must be a port, not "${values.port}".`)
    if (values.region !== undefined && values.stage === undefined)
      throw new CannotStart('console: --region needs --stage, the name of the deployed stage.')
    return { ...values, port }
  } catch (error) {
    if (error instanceof CannotStart) throw error
    const [reason = ''] = error instanceof Error ? error.message.split(/\.\s/) : []
    throw new CannotStart(`console: ${reason}. Its options are --port, --stage, --region.`)
  }
}
