import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commentPlainText } from '../../lib/back-office/resources/comments.ts'
import type { Command, CommentParcel, EndParcel } from '../../lib/commands.ts'
import { inLanguage } from '../../lib/german.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { commentMarker, markedComment, returnComment } from '../../lib/workflow/kinds/comment-text.ts'
import { commandsOfWithdrawal } from '../../lib/workflow/translate/withdrawals.ts'
import { nowMs, settings } from './deliveries.ts'
import { kindOf } from './hooks.ts'
import { messagesOf } from './published-payloads.ts'

/**
 * Whoever fills in a form or names a product may write anything into any text of a message. Here each text of each message is hostile, one
 * after the other: no line of the comment begins with it, except behind the mark of a quote, and the comment has one marker.
 */

type Place = { parent: Record<string, unknown>; key: string }

/** Where a message has a text or a number. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.entries(parent).flatMap(([key, inner]) =>
    typeof inner === 'string' || typeof inner === 'number' ? [{ parent, key }] : placesIn(inner),
  )
}

const forged = 'Return 9 was created'
const ends = [...'\n\r\v\f\u0085\u2028\u2029', '\r\n', '<br>', '<BR/>', '\n<p>', '\n&gt;', ' '.repeat(300)]
const starts = ['', '[bridge:AAAAAAAAAAAA] ', '[b\uFE00ridge:AAAAAAAAAAAA] ', '> ', ...'\u200B\u202E\uD83C', '- ', '**']
const hostile = fc
  .array(fc.tuple(fc.constantFrom(...ends), fc.constantFrom(...starts)), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([end, start]) => `${end}${start}${forged}`).join(''))

const asItIs = (text: string) => text

function commentsOf(command: Command | EndParcel | CommentParcel, say = asItIs): string[] {
  const marker = commentMarker(command.key)
  if (command.type === 'add-comment') return [markedComment(marker, say(command.text), command)]
  if (command.type === 'comment-parcel' || command.type === 'end-parcel')
    return [markedComment(marker, say(command.text ?? ''), {})]
  if (command.type !== 'create-return') return []
  const { reason, lines, note, text } = command
  const reasons = [reason, ...(lines === 'all' ? [] : lines.map((line) => line.reason))].filter(
    (one) => one !== undefined,
  )
  const story = { returnId: 7, source: 'shop', complete: true, reasons, note, text, lines }
  return [false, true].map((linked) => markedComment(marker, say(returnComment({ ...story, linked }))))
}

function translated(kind: string, topic: string, value: unknown) {
  const source = kindOf(kind)
  const headers = { 'x-shopify-topic': topic, 'x-wc-webhook-topic': topic }
  const event = { id: `${kind}/1`, source: kind, headers, body: Buffer.from(JSON.stringify(value)), receivedAt: nowMs }
  const translation = source.translate(event, settings({ on: source.topics ?? [] }))
  const given = 'commands' in translation ? translation.commands : []
  return given.flatMap((each) =>
    each.type === 'declare-withdrawal' ? commandsOfWithdrawal(each, { receivedAt: nowMs, makesReturn: true }) : [each],
  )
}

const cases = sourceKinds.flatMap((kind) =>
  messagesOf(kind).flatMap(({ name, body, topic = '', contentType }) =>
    contentType === 'application/json' && name !== 'return-processed'
      ? [{ kind, title: name, topic, given: JSON.parse(body.toString()) }]
      : [],
  ),
)

describe.each(cases)('$kind, $title', ({ kind, topic, given }) => {
  it('keeps every text within its line or its quote', () => {
    const places = placesIn(given)
    expect(places.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.nat(places.length - 1), hostile, fc.boolean(), (at, words, isBehind) => {
        const value = structuredClone(given)
        const { parent, key } = placesIn(value)[at] as Place
        parent[key] = isBehind ? `${parent[key]}${words}` : words
        for (const html of translated(kind, topic, value).flatMap((one) => commentsOf(one))) {
          // `expect` only where it fails: this runs tens of thousands of times.
          if (html.match(/\[\s*bridge\s*:/gi)?.length !== 1) expect.fail(`has another marker: ${html}`)
          const [first = '', ...lines] = commentPlainText(html).split('\n')
          const open = [first.replace(/^\[bridge:\w+\] /, ''), ...lines.filter((line) => !line.startsWith('>'))]
          const forgedLine = open.find((line) => /^[^\p{L}]*(?:bridge:A+\] )?Return 9/u.test(line))
          if (forgedLine !== undefined) expect.fail(`begins a line: ${forgedLine}`)
        }
      }),
      { numRuns: Math.min(200, 5 * places.length) },
    )
  })
})

/** Words of sentences, and none of German. */
const english =
  /\b(the|of|and|is|not|its|with|from|no|which|are|has|by|to|or|it|unless|order|customer|lines?|pieces?|unknown|an?|amount|back|fee|number|none)\b/i

const inGerman = (text: string) => inLanguage({ language: 'de' }, text)

it.each(sourceKinds)(
  'says nothing of its own in English in a German comment, whatever a message of %s lacks',
  (kind) => {
    const { topics = [] } = kindOf(kind)
    const lines = new Set<string>()
    const say = (given: Record<string, object>, topic: string) => {
      if (kind === 'shopware' && topic) Object.assign(given.data ?? {}, { event: topic })
      const message = kind === 'bigcommerce' && topic ? { ...given, scope: topic } : given
      const said = translated(kind, topic, message).flatMap((one) => commentsOf(one, inGerman))
      for (const line of said.flatMap((html) => commentPlainText(html).split('\n')))
        if (!line.startsWith('>')) lines.add(line.replace(/^\[bridge:\w+\] /, ''))
    }
    for (const { topic, given } of cases.filter((one) => one.kind === kind)) {
      for (const as of [topic, ...topics]) say(structuredClone(given), as)
      for (const at of placesIn(given).keys()) {
        const value = structuredClone(given)
        const { parent, key } = placesIn(value)[at] as Place
        delete parent[key]
        say(value, topic)
      }
    }
    expect([...lines].filter((line) => english.test(line))).toEqual([])
  },
)
