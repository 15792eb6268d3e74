import type { Chance } from '../random.ts'
import { endOf, type Work, wanted } from './world.ts'

const second = 1_000
const order = 10_001
const shown = (type: string, value: number, rest: object = {}) => ({ type, value, ...rest })
type Way = ReturnType<typeof shown>

/** Images, and what forms may write in a day (docs/reliability.md). */
export const imageWork = {
  /** An image is visible in one way or another: each is a write of its own, read back as the image shows it, and sent again by a person's word alone. */
  async inEachWay(work: Work, chance: Chance) {
    const { same, rules, sent, world } = work
    const { images } = world.sandbox.world.store
    const before = chance.pick<Way[]>([[], [shown('mandant', 1)], [shown('mandant', 2)], [shown('marketplace', 1)]])
    const availabilities = before.map((one, at) => ({
      id: 9_000 + at,
      imageId: 8_001,
      ...one,
      value: one.value,
      createdAt: 'then',
    }))
    const plain = { variationId: null, fileType: 'jpg', position: 0, path: 'x', url: 'https://x', names: [] }
    images.put({ id: 8_001, itemId: 7_001, ...plain, availabilities } as never)
    const way = chance.pick<Way>([
      shown('mandant', 1),
      shown('mandant', 1, { lang: 'de' }),
      shown('marketplace', 1),
      shown('listing', 1),
    ])
    const fate = chance.pick(['done', 'unheard', 'lost'] as const)
    let isOn = fate !== 'done'
    rules.push(({ line }) => (isOn && line.startsWith('POST /rest/items') ? (fate as 'lost') : undefined))
    const isShown = before.some(
      (one) => one.type === way.type && one.value === way.value && Object.keys(way).length === 2,
    )
    const command = (key: string, body: Way) => ({ type: 'publish-image', key, itemId: 7_001, imageId: 8_001, body })
    const event = await work.done('desk', command('i', way))
    const posts = () => sent('POST /rest/items').length
    const what = JSON.stringify({ before, way, fate })
    const missing = { code: 'outcome_unclear', key: 'desk/i', what: 'missing', kind: 'image', tries: 1, ids: [] }
    const isLost = fate === 'lost' && !isShown
    same(
      `the end of ${what}`,
      [endOf(event), posts()],
      isLost ? [{ status: 'held', reason: missing }, 1] : [{ status: 'done' }, isShown ? 0 : 1],
    )
    if (isLost) {
      const again = await work.again(event.id)
      same('lost again', endOf(again), { status: 'held', reason: { ...missing, tries: 2 } })
      isOn = false
      same('released', [(await work.again(event.id)).status, posts()], ['done', 3])
    }
    isOn = false
    const count = posts()
    const twice = await work.done('desk', command('j', way))
    same('the same once more', [twice.status, posts() - count], ['done', 0])
    const other = await work.done('desk', command('k', shown('mandant', 77)))
    same(
      'in another way',
      [other.status, posts() - count, other.progress['desk/k']?.publishedImageId],
      ['done', 1, 8_001],
    )
  },
  /** Forms write so much to an order in a day of UTC, by their keys; others are not counted, and a release is one more. */
  async inADay(work: Work, chance: Chance) {
    const { same, world } = work
    work.order(order)
    work.order(10_002)
    const most = chance.between(1, 3)
    world.workflow.config.formsPerOrderAndDay = most
    let count = 0
    const form = async (orderId = order, key = `f${++count}`) =>
      await work.done(
        'form',
        chance.hits(0.5)
          ? { type: 'add-comment', key, order: { id: orderId }, text: 'x' }
          : { type: 'add-comment', key, order: { externalNumber: `N-${orderId}` }, text: 'x' },
      )
    for (let at = 0; at < most; at += 1) same('within', (await form()).status, 'done')
    same('the same key', (await form(order, 'f1')).status, 'ignored')
    const held = await form()
    same('beyond', endOf(held), {
      status: 'held',
      reason: { code: 'write_cap', key: `form/f${count}`, orderId: order, most },
    })
    same('of another order', (await form(10_002)).status, 'done')
    same('of the desk', (await work.done('desk', wanted('d', order, { A: 1 }))).status, 'done')
    same('a return', (await work.done('form', wanted('r', order, { B: 1 }))).reason?.code, 'write_cap')
    same('released', (await work.again(held.id)).status, 'done')
    same('one more', (await form()).reason?.code, 'write_cap')
    const day = 24 * 3_600 * second
    const isNext = chance.hits(0.5)
    const rest = day - (world.now() % day)
    await world.advance(isNext ? rest : rest - 60 * second)
    same('the next day', (await form()).status, isNext ? 'done' : 'held')
  },
}
