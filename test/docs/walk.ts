import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Source } from '../../lib/sources/source.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { signed } from '../sources/deliveries.ts'
import { commentSubmitted, createWorld, returnRequested } from '../workflow/world.ts'

/** Prints the files that a delivery runs. A process of its own: the profiler of Node would take its counts from the coverage of the tests. */

const root = join(import.meta.dirname, '../..')
const secret = 'whsec_c2VjcmV0LW9mLTI0LWJ5dGVzLWF0LWxlYXN0'
const rooms = /^lib\/(?:webhook|workflow)\//

/** The files of these rooms of which a delivery runs a function, from its receipt to the end of its event. */
async function walked(content: object): Promise<string[]> {
  const world = createWorld()
  const body = JSON.stringify(content)
  const delivery = signed(sourceOfKind('standard') as Source, { body, secret, nowMs: world.now() })
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const receiving = { hintMs: 0, bodyLimit: 1_000_000, answerWithinMs: 3_500, sleep: () => new Promise<void>(() => {}) }
  const ports = { ...world.workflow, readSecrets: async () => ({ standard: [secret] }), ...receiving }
  const answer = await receiveWebhook(ports, 'forms', delivery)
  const { id } = JSON.parse(answer.body ?? '{}') as { id: string }
  const { status } = await world.finish(id)
  if (status !== 'done') throw new Error(`the event is ${status}`)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
    .map(({ url }) => relative(root, url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll('\\', '/'))
    .filter((file) => rooms.test(file))
}

const content = process.argv[2] === 'comment' ? commentSubmitted({}) : returnRequested({})
console.log(JSON.stringify(await walked(content)))
