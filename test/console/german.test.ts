import { describe, expect, it } from 'vitest'
import { eventPart, eventPath } from '../../console/html/paths.ts'
import { inLanguage } from '../../lib/german.ts'
import { putReturn } from '../audit/audit-world.ts'
import { commentSubmitted, createWorld, returnRequested } from '../workflow/world.ts'
import { deskConsole, finished } from './desk-console.ts'
import { createVisitor, type Shown } from './visitor.ts'

/** Words that stand in nearly every English sentence, and in no German one. */
const english =
  /(?<![\w."-])(?:the|is|are|of|and|not|with|has|have|been|this|that|there|it|be|to|for|by|from|which|what|no|its|or|they|event|return|order|held|failed|waiting|release|replay|discard)(?![\w."({:#-])/gi

/** What is no sentence: ids, code, the words of others, and what the sandbox calls its articles, statuses and channels. */
const data =
  /<(span|a|code|pre|td|h1|title)\b[^>]*class="(?:id|words|place)"[^>]*>[\s\S]*?<\/\1>|<pre>[\s\S]*?<\/pre>|<head>[\s\S]*?<\/head>/g

const ofSandbox = ['Return registered', 'The order was not found.']

const leftIn = ({ html, path }: Pick<Shown, 'html' | 'path'>): string[] => {
  const text = ofSandbox
    .reduce((shown, words) => shown.replaceAll(words, ''), html.replace(data, ' '))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[#\w]+;/g, "'")
  return [...text.matchAll(english)].map(
    ({ 0: word, index }) =>
      `${path}: ${word} in "${text.slice(Math.max(0, index - 60), index + 60).replace(/\s+/g, ' ')}"`,
  )
}

const config = {
  sources: { standard: { kind: 'standard' }, strict: { kind: 'standard', requireEmail: true } },
  reasons: { defective: '3' },
  language: 'de',
} as const

/** A bridge with an event of each status, and the ids of those. */
async function busy() {
  const world = createWorld({ config })
  const desk = deskConsole(world)
  const done = await finished(world, returnRequested({}))
  const twice = await finished(world, returnRequested({}))
  const failed = await finished(world, returnRequested({ lines: [{ sku: 'NO-SUCH', quantity: 1 }] }))
  const held = await finished(world, returnRequested({ order: { id: 10_006 } }))
  const unknown = await finished(world, commentSubmitted({ order: { externalNumber: 'gone-1' } }))
  const waiting = await world.accept('standard', commentSubmitted({}))
  putReturn(world)
  await desk.ask({ command: 'audit' })
  await desk.ask({ command: 'bridge.pause', reason: 'Inventur' })
  await desk.ask({ command: 'bridge.pause', source: 'standard', reason: 'Inventur' })
  await world.run(waiting)
  return { ...desk, world, ids: { done, twice, failed, held, unknown, waiting } }
}

describe('under language de', () => {
  it('no page has an English sentence', async () => {
    const { app, ids } = await busy()
    const visitor = createVisitor(app)
    const paths = `
      /search /search?status=failed /search?q=niemand /orders /order?id=10001 /order?id=99999
      /return?order=10001 /comment?order=10001 /forget?order=10001 /bulk /bulk?status=failed /pause /login
      /doctor /audit /month /senders /sandbox /nirgends /bulk/run?id=x /event?id=standard%2Fx`.split(/\s+/)
    const pages = [
      ...paths.map((path) => `/console${path}`),
      ...Object.values(ids).flatMap((id) => [
        eventPath(id),
        ...(['plan', 'correct', 'link'] as const).map((part) => eventPart(part, id)),
      ]),
      `${eventPart('compare', ids.twice)}&with=${encodeURIComponent(ids.done)}`,
    ]
    const left: string[] = []
    for (const path of pages) left.push(...leftIn(await visitor.get(path)))
    const submit = async (path: string, button: string, fields: Record<string, string> = {}) => {
      left.push(...leftIn(await visitor.submit(await visitor.get(path), button, fields)))
    }
    await submit('/console/doctor', 'Prüfungen ausführen')
    await submit('/console/orders', 'Finden', { q: 'gone-1' })
    await submit(eventPath(ids.held), 'Die Nachricht zeigen', { note: 'Frage' })
    await submit('/console/bulk?status=failed', 'Zeigen, was bewegt würde')
    expect(left).toEqual([])
  })

  it('no refusal is English', async () => {
    const { ask, ids } = await busy()
    const { done, held, failed } = ids
    const asked = [
      { command: 'event.get', id: 'standard/none' },
      { command: 'event.release', id: done },
      { command: 'event.discard', id: done, note: 'x' },
      { command: 'event.release', id: held, seen: '2026-03-01T00:00:00Z' },
      { command: 'event.link', id: failed, returnId: 10_001 },
      { command: 'event.link', id: failed, returnId: 999_999 },
      { command: 'event.correct', id: done, lines: [{ sku: 'X', quantity: 1 }], note: 'x' },
      { command: 'return.create', order: { externalNumber: 'gone-2' }, lines: 'all', dryRun: true },
      { command: 'event.list', source: 'nobody' },
      { command: 'event.list', source: 'standard', ids: [done] },
      { command: 'month', month: '2099-01' },
      { command: 'record.forget', returnId: 999_999, orderId: 10_001, note: 'x' },
      { command: 'record.forget', orderId: 10_001, note: 'x' },
      { command: 'finding.accept', returnId: 999_999, note: 'x' },
    ]
    for (const command of asked) {
      const answer = await ask(command)
      const message = answer.ok ? JSON.stringify(answer.result) : answer.error.message
      expect(leftIn({ html: message, path: command.command }), message).toEqual([])
    }
  })

  it('comments are German, and what they quote stays as it is', async () => {
    const { world, ids } = await busy()
    const [made] = await world.returnsOf(10_001)
    const texts = (await world.commentsOf(10_001)).map(({ text }) => text)
    expect(texts.join('\n')).toContain(`Retoure ${made?.id} wurde für eine Anfrage von standard angelegt.`)
    expect((await world.get(ids.done)).status).toBe('done')
    expect(inLanguage(config, 'Reason:\n> Reason: it is broken')).toBe('Grund:\n> Reason: it is broken')
    expect(inLanguage({ language: 'en' }, 'Reason:')).toBe('Reason:')
    expect(
      inLanguage(config, 'A request from shop belongs to return 7 and return 8. No other return was created.'),
    ).toBe('Eine Anfrage von shop gehört zu Retoure 7 und Retoure 8. Keine weitere Retoure wurde angelegt.')
  })
})
