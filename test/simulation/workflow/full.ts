import type { WriteRecord } from '../../../lib/state/write-record.ts'
import { putRecord } from '../quiet-days/discards.ts'
import type { Chance } from '../random.ts'
import { comment, endOf, type Work, wanted } from './world.ts'

const order = 10_001
const item = `order#${order}` as const

/** What is full, or no longer asked for. */
export const fullWork = {
  /** An item that has no room takes no further return; its bytes count, not its letters. */
  async fullItem(work: Work, chance: Chance) {
    const { same, world, sent } = work
    work.order(order)
    const letter = chance.pick(['a', 'ü', '€'])
    const size = Buffer.byteLength(letter)
    // A new record takes some hundred bytes; its comment may lie beyond.
    const bytes = chance.pick([290_000, 299_000, 300_100])
    const fill: Record<string, WriteRecord> = {}
    for (let left = bytes, at = 0; left > 1_000; at += 1) {
      const length = Math.min(40_000, left - 600)
      const by = `desk/${letter.repeat(Math.floor(length / size))}`
      fill[`k${at}`] = { kind: 'comment', by, at: 1, tries: [], state: 'done', id: at + 1 } as WriteRecord
      await putRecord(world, item, `k${at}`, fill[`k${at}`] as WriteRecord)
      left = bytes - Buffer.byteLength(JSON.stringify(fill))
    }
    const used = Buffer.byteLength(JSON.stringify(fill))
    const isFull = used > 299_900
    const event = await work.done('desk', wanted('f', order, { A: 1 }))
    const what = `with ${used} bytes of ${letter}`
    same(`the end ${what}`, [event.status, event.reason?.code], isFull ? ['failed', 'rejected'] : ['done', undefined])
    same(`what is sent ${what}`, [sent('POST /rest/orders').length, work.said(order).length], isFull ? [0, 0] : [1, 1])
    const words = event.reason?.code === 'rejected' ? event.reason.words : ''
    if (isFull)
      same(
        'the words',
        [words.includes(` ${Object.keys(fill).length} write records`), words.includes(String(order))],
        [true, true],
      )
    same('a comment of its own', (await work.done('desk', comment('c', order))).status, 'done')
  },
  /** A lost write of a command that the mapping no longer gives is for a person, who looks and discards. */
  async commandGone(work: Work, chance: Chance) {
    const { same, world, rules, sent } = work
    work.order(order)
    const isReturn = chance.hits(0.5)
    let isLost = true
    rules.push(({ line }) =>
      isLost && line === (isReturn ? 'POST /rest/orders' : 'POST /rest/comments') ? 'unheard' : undefined,
    )
    const gone = isReturn ? wanted('g', order, { A: 1 }) : comment('g', order)
    const list = [gone, comment('s', 10_002)]
    work.order(10_002)
    const id = await work.give('desk', ...list)
    await world.run(id)
    isLost = false
    const settings = world.workflow.config.sources.desk as { translate: (event: unknown) => unknown }
    settings.translate = () => [comment('s', 10_002)]
    const posts = sent('POST').length
    const event = await world.finish(id)
    const reason = { code: 'outcome_unclear', key: 'desk/g', what: 'cannot_continue', because: 'command_gone', ids: [] }
    same('the end', endOf(event), { status: 'held', reason })
    same('what is sent', [sent('POST').length - posts, work.said(10_002).length], [0, 1])
    same('released', endOf(await work.again(id)), { status: 'held', reason })
    same('without a note', (await work.ask('event.discard', { id })).error?.code, 'conflict')
    same('with one', (await work.ask('event.discard', { id, note: 'It is there.' })).ok, true)
  },
}
