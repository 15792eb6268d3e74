import type { HistoryEntry } from '../../../lib/inbox/event.ts'
import { languages } from '../../../lib/sentences/languages.ts'
import { say } from '../../../lib/sentences/sentences.ts'
import { timeline } from '../../../lib/sentences/timeline.ts'
import type { LineAsked, LineTaken, LineWhy } from '../../../lib/workflow/plan-return/line-why.ts'
import { wrongNumbers } from '../quiet-days/sentences.ts'
import type { Chance } from '../random.ts'
import { manyIds } from './ids.ts'
import type { Work } from './world.ts'

const { en } = languages
const names = { return: /return/i, comment: /comment/i, order: /order/i, image: /image/i }
const done = { return: 'created', comment: 'written', order: 'created', image: 'visible' }
const marks = {
  ...{ written: /was (created|written|made visible)/, found: /already (there|visible).*did not send/ },
  ...{
    outcome_unknown: /no usable answer.* may /,
    missing: /(did not find|not visible)/,
    sent_again: /still (missing|not visible).*again/,
  },
  ...{ refused: /refused.*nothing was/, not_sent: /no connection.*did not send/, second_look: /twice.*once more/ },
}
type WriteEntry = keyof typeof marks

/** What people read of a line of an order, and of an event's history: each id and number that the facts have, and no other one. */
export const wordWork = {
  async words(work: Work, chance: Chance) {
    historyWords(work, chance)
    lineWords(work, chance)
    manyIds(work, chance)
  },
}

/** Each write of each kind: what it is, where it belongs, and what became of it. */
function historyWords({ wrong, same }: Work, chance: Chance): void {
  for (let left = 8; left > 0; left -= 1) {
    const code = chance.pick(Object.keys(marks) as WriteEntry[])
    const kind = chance.pick(['return', 'comment', 'order', 'image'] as const)
    const ofOrder = kind === 'return' || kind === 'comment' ? { orderId: chance.between(10_000, 10_999) } : {}
    const id = (code === 'written' || code === 'found') && chance.hits(0.7) ? { id: chance.between(500, 999) } : {}
    const text = say(en.history, { code, kind, ...ofOrder, ...id })
    wrong.push(...wrongNumbers(`${code} of ${kind}`, { ...ofOrder, ...id }, text))
    if (!marks[code].test(text) || !names[kind].test(text)) wrong.push(`${code} of ${kind} reads: ${text}`)
    if ((code === 'written' || code === 'refused') && !text.includes(done[kind]))
      wrong.push(`${code} of ${kind} reads: ${text}`)
  }
  // Equal lines in a row are one; a claim has one only at the end.
  const at = Date.parse('2026-03-02T09:00:00Z')
  const times = chance.between(1, 4)
  const wait = { code: 'deferred', why: { code: 'login_closed' }, until: at } as const
  const history: HistoryEntry[] = [{ at, code: 'accepted' }]
  for (let run = 1; run <= times; run += 1)
    history.push({ at: at + run * 60_000, code: 'claimed', attempt: 1 }, { at: at + run * 60_000, ...wait })
  const isRunning = chance.hits(0.5)
  if (isRunning) history.push({ at: at + 600_000, code: 'claimed', attempt: 4 })
  const lines = timeline(history, en)
  const [first, waits = '', last = ''] = lines
  same('its lines', lines.length, isRunning ? 3 : 2)
  same('the first one', first?.includes('09:00'), true)
  same(
    `a wait of ${times} times: ${waits}`,
    [waits.includes('09:01'), waits.includes(`09:0${times}`), times === 1 || waits.includes(String(times))],
    [true, true, true],
  )
  if (isRunning) same('the last one', [last.includes('09:10'), last.includes('4')], [true, true])
}

/** Why a line is in or out: by which name, with which bundle, and how many. */
function lineWords({ wrong }: Work, chance: Chance): void {
  const name = () =>
    chance.pick([
      { by: 'orderItemId', id: chance.between(100, 999) },
      { by: 'itemVariationId', id: chance.between(1_000, 9_999) },
      { by: 'sku' },
      { by: 'name' },
    ] as const)
  const words = { orderItemId: /order item/i, itemVariationId: /variation/i, sku: /SKU/, name: /name/ }
  const several = () => (chance.hits(0.5) ? ({ hasSeveralReasons: true } as const) : {})
  const taken = (): LineTaken =>
    chance.pick<() => LineTaken>([
      () => ({ code: 'all_lines', ...several() }),
      () => ({ code: 'named', name: name(), ...several() }),
      () => ({
        code: 'with_bundle',
        ...(chance.hits(0.6) && { cut: { came: chance.between(1, 4), due: chance.between(5, 9) } }),
        ...several(),
      }),
    ])()
  const asked = (): LineAsked =>
    chance.pick<() => LineAsked>([
      () => ({ code: 'named', name: name() }),
      () => ({ code: 'perhaps_named', name: name() }),
      () => ({ code: 'of_bundle' }),
    ])()
  for (let left = 10; left > 0; left -= 1) {
    const why = chance.pick<() => LineWhy>([
      taken,
      () => ({ code: 'nothing_left', ...(chance.hits(0.6) && { asked: asked() }) }),
      () => ({
        code: 'request_unfulfilled',
        asked: chance.hits(0.5) ? taken() : asked(),
        ...(chance.hits(0.5) && { quantity: chance.between(20, 29) }),
      }),
      () => ({ code: 'type_not_returned', typeId: chance.between(4, 12) }),
    ])()
    const text = say(en.lineWhy, why)
    const inner = 'asked' in why ? why.asked : (why as LineTaken)
    const what = JSON.stringify(why)
    wrong.push(...wrongNumbers(what, why, text))
    const all: Record<string, RegExp> = {
      ...{
        all_lines: /all lines/,
        perhaps_named: /may be meant/,
        with_bundle: /comes along with its bundle/,
        of_bundle: /bundle that is asked for/,
      },
      ...{
        nothing_left: /left to return/,
        request_unfulfilled: /cannot be fulfilled/,
        type_not_returned: /not returned/,
        named: /named by its/,
      },
    }
    for (const { code } of [why, ...(inner ? [inner] : [])])
      if (!all[code]?.test(text)) wrong.push(`${what} reads: ${text}`)
    if (inner && 'name' in inner && !words[inner.name.by].test(text)) wrong.push(`${what} reads: ${text}`)
    const hasSeveral = inner !== undefined && 'hasSeveralReasons' in inner
    if (hasSeveral !== /several reasons, the first/.test(text)) wrong.push(`${what} reads: ${text}`)
    if (inner?.code === 'with_bundle' && inner.cut && !text.includes(`${inner.cut.came} of ${inner.cut.due}`))
      wrong.push(`${what} reads: ${text}`)
  }
}
