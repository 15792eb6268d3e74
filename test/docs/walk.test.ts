import { readFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Source } from '../../lib/sources/source.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { signed } from '../sources/deliveries.ts'
import { commentSubmitted, createWorld, returnRequested } from '../workflow/world.ts'

const root = join(import.meta.dirname, '../..')
const secret = 'whsec_c2VjcmV0LW9mLTI0LWJ5dGVzLWF0LWxlYXN0'
const rooms = /^lib\/(?:webhook|workflow)\//

/** The files of these rooms that a page lists under a heading, in fenced lines `name.ts  what it does`. */
async function listed(heading: string): Promise<string[]> {
  const page = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const [, section = ''] = page.split(`\n${heading}\n`)
  const [, block = ''] = section.split('```')
  return [...block.matchAll(/^(\S+\.ts) {2}/gm)].map(([, file]) => `lib/${file}`)
}

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
  expect((await world.finish(id)).status).toBe('done')
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
    .map(({ url }) => relative(root, url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll('\\', '/'))
    .filter((file) => rooms.test(file))
}

it.each([
  ['### From a webhook to a comment', commentSubmitted({}), []],
  ['### From a webhook to a return', returnRequested({}), ['### From a webhook to a comment']],
] as const)('docs/architecture.md lists under "%s" the files that run', async (heading, content, others) => {
  const files = (await Promise.all([heading, ...others].map(listed))).flat()
  const ran = await walked(content)
  const known = files.filter((file) => ran.includes(file) || others.length === 0)
  expect(known.toSorted()).toEqual(ran.toSorted())
})
