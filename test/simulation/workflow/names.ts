import type { Chance } from '../random.ts'
import { comment, emailOf, endOf, type Work, wanted } from './world.ts'

const ask = (isReturn: boolean, key: string, order: object, rest: object) =>
  isReturn ? wanted(key, order, { A: 1 }, rest) : comment(key, order, rest)

/** Which order is meant, and whose it is (docs/architecture.md, "Find the order"; docs/senders.md). */
export const nameWork = {
  /** Asked if its source or its command says so, and answered by the contact or an address of the order. */
  async whose(work: Work, chance: Chance) {
    for (const at of [0, 1, 2, 3]) await askWhose(work, chance, 20_001 + 10 * at)
  },
  /** What is typed is a number first, then a label of the shops that count, then one of the orders of the e-mail. */
  async typed(work: Work, chance: Chance) {
    for (const at of [0, 1, 2]) await askTyped(work, chance, 30_001 + 10 * at)
  },
}

async function askWhose(work: Work, chance: Chance, mine: number): Promise<void> {
  const theirs = mine + 2

  const { same } = work
  const [source, requireEmail] = [chance.pick(['desk', 'strict']), chance.pick(['unsaid', true, false] as const)]
  const address = `An.Address.${mine}@example.org`
  const options = [{ typeId: chance.pick([5, 4]), value: ` ${address} ` }]
  work.order(mine, { addresses: [{ id: 2 * mine }, { id: 2 * mine + 1, options }] } as never)
  work.order(theirs)
  const emails = {
    contact: ` ${emailOf(mine + 1).toUpperCase()} `,
    address: address.toLowerCase(),
    another: emailOf(theirs + 1),
    nobody: 'x@example.com',
    none: undefined,
  }
  const who = chance.pick(['contact', 'address', 'another', 'nobody', 'none'] as const)
  const ref = chance.pick([{ id: mine }, { externalNumber: `N-${mine}` }, { externalNumber: ` # N-${mine}` }])
  const isReturn = chance.hits(0.5)
  const email = emails[who]
  const command = ask(isReturn, `w${mine}`, ref, {
    ...(email && { email }),
    ...(requireEmail !== 'unsaid' && { requireEmail }),
  })
  const event = await work.done(source, command)
  const must = source === 'strict' || requireEmail === true
  const fits = who === 'contact' || (who === 'address' && options[0]?.typeId === 5)
  const what = `${source} ${requireEmail} ${who}`
  if (must && !fits) {
    const reason = { code: 'email_mismatch', key: `${source}/w${mine}`, orderId: mine, named: who !== 'none' }
    same(`the question for ${what}`, endOf(event), { status: 'held', reason })
    same('what is there', [work.said(mine), work.made(mine)], [[], []])
    same(`released for ${what}`, endOf(await work.again(event.id)), { status: 'done' })
  } else same(`the end for ${what}`, endOf(event), { status: 'done' })
  same(
    'what is made',
    [work.made(mine).length, work.said(mine).length, work.said(theirs).length],
    [isReturn ? 1 : 0, 1, 0],
  )
}

async function askTyped(work: Work, chance: Chance, mine: number): Promise<void> {
  const [theirs, third] = [mine + 2, mine + 4]
  const { world, same } = work
  const typed = `L-${mine}`
  const numbered = chance.hits(0.3)
  work.order(mine, { createdAtMs: 1_000 })
  if (chance.hits(0.6)) work.order(theirs)
  const isThere = world.sandbox.world.store.orders.get(theirs) !== undefined
  if (numbered) work.order(third, {}, typed)
  const labels = { shop: chance.pick([[], [mine], [mine, theirs]]), market: chance.pick([[], [mine], [theirs]]) }
  for (const shop of ['shop', 'market'] as const)
    for (const id of labels[shop])
      await world.workflow.inbox.learnLabel(shop, {
        label: { names: [`#${typed}`], externalNumber: `N-${id}` },
        now: world.now(),
      })
  const source = chance.pick(['desk', 'shop', 'market', 'form'] as const)
  const shops = source === 'shop' || source === 'market' ? [source] : (['shop', 'market'] as const)
  const ids = [...new Set(shops.flatMap((shop) => labels[shop]))].filter((id) => id !== theirs || isThere)
  const isShared = new Set(shops.flatMap((shop) => labels[shop])).size > 1
  const isReturn = chance.hits(0.4)
  const email = chance.pick(['', emailOf(mine + 1), emailOf(theirs + 1), emailOf(third + 1), 'x@example.com'])
  const must = email !== '' && chance.hits(0.7)
  const written = chance.pick([typed, `# ${typed}`, numbered ? typed : typed.toLowerCase()])
  const id = await work.give(
    source,
    ask(
      isReturn,
      `t${mine}`,
      { externalNumber: written },
      { ...(email && { email }), ...(must && { requireEmail: true }) },
    ),
  )
  const event = await world.finish(id, 400)
  const wantedKind = isReturn ? 'return' : 'comment'
  const fits = (order: number) => !must || email === emailOf(order + 1)
  const found = (order: number) => ({ order })
  const byEmail = [mine, ...(isThere ? [theirs] : []), ...(numbered ? [third] : [])].filter(
    (order) => email === emailOf(order + 1),
  )
  const meant = (): { order?: number; reason?: object; ending?: object } => {
    if (numbered && fits(third)) return found(third)
    if (isShared && ids.length > 0)
      return {
        reason: { code: 'order_ambiguous', key: `${source}/t${mine}`, what: 'shared_label', ids, wanted: wantedKind },
      }
    const [only] = isShared ? [] : ids
    if (only && fits(only)) return found(only)
    const direct = numbered ? third : only
    if (direct) return { reason: { code: 'email_mismatch', key: `${source}/t${mine}`, orderId: direct, named: true } }
    if (byEmail.length > 0)
      return {
        reason: {
          code: 'order_ambiguous',
          key: `${source}/t${mine}`,
          what: 'unlabelled',
          ids: byEmail,
          wanted: wantedKind,
        },
      }
    return { ending: { status: 'failed', reason: { code: 'order_unknown', by: 'number', wanted: wantedKind } } }
  }
  const what = JSON.stringify({ source, labels, isThere, numbered, email, must })
  const { order, reason, ending } = meant()
  same(`the end of ${what}`, endOf(event), order ? { status: 'done' } : (ending ?? { status: 'held', reason }))
  const all = [mine, theirs, third].filter((one) => work.said(one).length > 0)
  same(`the order of ${what}`, [all, event.orderId], [order ? [order] : [], order])
  const toldIds = (reason as { ids?: number[] } | undefined)?.ids
  if (!reason || (toldIds && toldIds.length > 1)) return
  // A question about one order is answered by a release.
  const [chosen] = toldIds ?? [(reason as { orderId: number }).orderId]
  const end = await work.again(id)
  const isFitting = chosen !== undefined && fits(chosen)
  const next = { code: 'email_mismatch', key: `${source}/t${mine}`, orderId: chosen, named: true }
  same(`released: ${what}`, endOf(end), toldIds && !isFitting ? { status: 'held', reason: next } : { status: 'done' })
}
