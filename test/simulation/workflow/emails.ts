import type { Chance } from '../random.ts'
import { comment, emailOf, endOf, type Work } from './world.ts'

/** Orders that are named by an e-mail (docs/architecture.md, "Find the order"). */
export const emailWork = {
  /** By e-mail alone, the only order of the contact; with a label, the one that carries it or that the label leads to. */
  async byEmail(work: Work, chance: Chance) {
    for (const at of [0, 1, 2]) await askByEmail(work, chance, 30_001 + 10 * at)
  },
}

async function askByEmail(work: Work, chance: Chance, mine: number): Promise<void> {
  const seven = `L-${mine}-7`
  const [theirs, third, fourth] = [mine + 2, mine + 4, mine + 6]
  const { world, same } = work
  const contact = mine + 1
  const label = chance.pick(['', `#n-${mine}`, seven, 'UNKNOWN'])
  work.order(mine, { createdAtMs: world.now() - 5_000 })
  const count = chance.between(0, 2)
  const others = [theirs, third].slice(0, count)
  const isCancelled = chance.hits(0.3)
  for (const [at, id] of others.entries())
    work.order(id, { contactId: contact, createdAtMs: world.now() - at * 1_000, statusId: isCancelled ? 8 : 7 })
  const open = [...(isCancelled ? [] : others), mine]
  const isLearnt = chance.hits(0.7)
  const led = chance.pick([mine, theirs, fourth])
  if (isLearnt)
    await world.workflow.inbox.learnLabel('shop', {
      label: { names: [seven], externalNumber: `N-${led}` },
      now: world.now(),
    })
  const isShared = isLearnt && chance.hits(0.3)
  if (isShared)
    await world.workflow.inbox.learnLabel('market', {
      label: { names: [seven], externalNumber: 'N-0' },
      now: world.now(),
    })
  work.order(fourth)
  const event = await work.done(
    'desk',
    comment(
      `e${mine}`,
      { email: emailOf(contact), ...(label && { label }) },
      chance.hits(0.5) ? { requireEmail: true, email: 'x@example.com' } : {},
    ),
  )
  const isLabel = label === seven && isLearnt && !isShared
  const hit =
    label === ''
      ? open.length === 1
        ? open[0]
        : undefined
      : label === `#n-${mine}`
        ? mine
        : isLabel && open.includes(led)
          ? led
          : undefined
  const kind = open.length === 1 ? 'unlabelled' : label === '' ? 'several' : 'label'
  const reason = { code: 'order_ambiguous', key: `desk/e${mine}`, what: kind, ids: open, wanted: 'comment' }
  const what = JSON.stringify({ label, others, isCancelled, led: isLearnt && led })
  same(`the end of ${what}`, endOf(event), hit ? { status: 'done' } : { status: 'held', reason })
  same(`the order of ${what}`, event.orderId, hit)
  if (!hit && open.length === 1)
    same(`released ${what}`, [(await work.again(event.id)).status, work.said(mine)], ['done', [`About e${mine}`]])
  const nobody = await work.done(
    'desk',
    comment(`n${mine}`, { email: 'y@example.com', ...(label && { label: 'UNKNOWN' }) }),
  )
  same('an e-mail of nobody', endOf(nobody), {
    status: 'failed',
    reason: { code: 'order_unknown', by: 'email', wanted: 'comment' },
  })
}
