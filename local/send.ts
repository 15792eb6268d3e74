import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { withEscapes } from '../lib/plain-text.ts'
import { CannotStart } from './cannot-start.ts'
import { readSettings } from './environment.ts'
import { eventOfSample } from './event-of-sample.ts'
import { ignoreOutputErrors } from './ignore-output-errors.ts'
import { readSecrets, secretsInUse } from './secrets-file.ts'
import { type SentSample, sendSample } from './send-sample.ts'
import { commandFor } from './start-page.ts'

const usage = 'npm run send -- <source> <sample> [--id <delivery id>], for example: npm run send -- shopify refund'

/** `npm run send`: signs one sample and sends it to the bridge that `npm start` runs. */
async function main(): Promise<void> {
  const { source, sample, id } = readArguments()
  const url = `http://127.0.0.1:${readSettings(process.env, process.cwd()).port}`
  const secrets = readSecrets(secretsInUse).sources
  const sent = await send({ url, source, sample, id, secrets, nowMs: Date.now() })
  process.stdout.write(
    withEscapes(`POST ${url}${sent.path}\n  delivery id  ${id}\n  answer       ${sent.status} ${sent.body}\n`),
  )
  process.stdout.write(
    `To send the same delivery again:\n  ${commandFor(url, `npm run send -- ${source} ${sample} --id ${id}`)}\n`,
  )
  const event = eventOfSample(sent)
  if (event !== undefined)
    process.stdout.write(
      `To see what happens to it:\n  ${commandFor(url, `npx backoffice-bridge why --id ${event}`)}\n`,
    )
  else if (sent.status === 200)
    process.stdout.write('It is no event: it names the label of an order, or it was a test of the connection.\n')
  if (sent.status !== 200) process.exitCode = 1
}

function readArguments(): { source: string; sample: string; id: string } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { id: { type: 'string' } } })
    const [source = '', sample = ''] = positionals
    return { source, sample, id: values.id ?? randomUUID() }
  } catch {
    throw new CannotStart(usage)
  }
}

async function send(what: Parameters<typeof sendSample>[0]): Promise<SentSample> {
  try {
    return await sendSample(what)
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(
      `Nothing answers at ${what.url}: start the bridge with npm start (and give both the same PORT).`,
    )
  }
}

ignoreOutputErrors()
main().catch((error: unknown) => {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
