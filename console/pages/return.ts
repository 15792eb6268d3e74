import { Hono } from 'hono'
import { type ConsoleContext, type ConsoleEnv, orRefused, Refused, resultOf } from '../console-env.ts'
import type { LineView, Plan } from '../event-shapes.ts'
import { type FoundOrder, findOrder } from '../found-order.ts'
import { area, choice, postForm, tick } from '../html/form.ts'
import { html, problemPart } from '../html/html.ts'
import { lineFields } from '../html/line-fields.ts'
import { orderField } from '../html/order-card.ts'
import { planned } from '../html/planned.ts'
import { showPage } from '../layout.ts'
import { type Given, givenIn, linesOf, type Returnable, returnableOf } from '../line-rows.ts'
import { markOf } from '../mark-of.ts'
import { type Outcome, showOutcome } from './outcome.ts'

type Asking = { found: FoundOrder; form: URLSearchParams; returnable?: Returnable; given?: Given; problem?: string }

/** Creates a return by hand: its order, its lines, what would be sent, and only then the return itself. */
export const returnPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const order = c.req.query('order') ?? ''
    return show(c, await asking(c, new URLSearchParams(order === '' ? {} : { order, orderId: order })))
  })
  .post('/', async (c) => {
    const { form, texts } = c.var
    const now = await asking(c, form)
    const { found, returnable, given } = now
    if (!found.order) return show(c, found.typed === '' ? { ...now, problem: texts.correct.noOrder } : now)
    // Of this order no lines were shown yet.
    if (!returnable || !given || form.get('of') !== String(found.order.id)) return show(c, now)
    const read = form.get('all') === 'yes' ? { lines: 'all' as const } : linesOf(given, returnable.rows)
    if ('wrong' in read || read.lines.length === 0)
      return show(c, { ...now, problem: texts.lines.wrong('wrong' in read ? read.wrong : []) })
    const asked = { order: { id: found.order.id }, lines: read.lines, ...othersIn(form) }
    const mark = markOf(asked)
    const create = <T>(how: object) => resultOf<T>(c.var.ask, 'return.create', { ...asked, ...how })
    const isGo = form.get('step') === 'go'
    if (isGo && form.get('mark') === mark) {
      const about = { order: found.order, lines: linesIn(read.lines, returnable) }
      const creating = create<Outcome>({ requestId: form.get('requestId') ?? '' })
      const shown = await orRefused(creating.then((made) => showOutcome(c, texts.makeReturn.title, made, about)))
      return shown instanceof Refused ? show(c, { ...now, problem: shown.message }) : shown
    }
    const plan = await orRefused(create<Plan>({ dryRun: true }))
    if (plan instanceof Refused) return show(c, { ...now, problem: plan.message })
    return show(c, isGo ? { ...now, problem: texts.correct.changed } : now, { plan, mark })
  })

/** `1 × Mug, blue, 2 × Teapot` */
const linesIn = (lines: 'all' | readonly LineView[], { rows }: Returnable): string =>
  rows
    .flatMap(({ orderItemId: id, included, quantity, name }) => {
      const pieces = lines === 'all' ? included && quantity : lines.find((one) => one.orderItemId === id)?.quantity
      return pieces ? `${pieces} × ${name}` : []
    })
    .join(', ')

async function asking(c: ConsoleContext, form: URLSearchParams): Promise<Asking> {
  const found = await findOrder(c.var.ask, form)
  if (!found.order) return { found, form }
  const returnable = await orRefused(returnableOf(c.var.ask, found.order))
  if (returnable instanceof Refused) return { found, form, problem: returnable.message }
  const isOf = form.get('of') === String(found.order.id)
  return { found, form, returnable, given: isOf ? givenIn(form, returnable) : new Map() }
}

function othersIn(form: URLSearchParams) {
  const text = (name: string) => form.get(name)?.trim() ?? ''
  return {
    ...(text('reason') !== '' && { reason: text('reason') }),
    ...(text('note') !== '' && { note: text('note') }),
    ...(text('status') === 'received' && { status: 'received' }),
  }
}

function show(
  c: ConsoleContext,
  { found, form, returnable, given, problem }: Asking,
  ready?: { plan: Plan; mark: string },
) {
  const { makeReturn: words, correct, lines } = c.var.texts
  const get = (name: string) => form.get(name) ?? ''
  const reasons = [['', lines.noReason] as const, ...(returnable?.reasons ?? []).map((one) => [one, one] as const)]
  const rest =
    returnable &&
    html`${lineFields(c, returnable, given ?? new Map())}
${tick({ label: lines.all, name: 'all', isOn: get('all') === 'yes' })}
<div class="fields">${choice({ label: words.reason, name: 'reason', value: get('reason'), options: reasons })}${choice({ label: words.goods, name: 'status', value: get('status'), options: Object.entries(words.goodsAre) })}</div>
${area({ label: words.note, name: 'note', value: get('note') })}`
  // Where nothing would be sent, there is nothing to make.
  const go =
    ready && ready.plan.body !== null ? html` <button class="main" name="step" value="go">${words.button}</button>` : ''
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`${problemPart(problem)}
${ready ? html`<section class="card" role="status"><h2>${correct.plan}</h2>${planned(c, ready.plan)}</section>` : ''}
<section class="card"><p>${words.explain}</p>${postForm(c, {
      action: '/console/return',
      hidden: { requestId: form.get('requestId') ?? c.var.newId(), of: found.order?.id, mark: ready?.mark },
      body: html`${orderField(c, found)}${rest ?? ''}
<p class="buttons"><button class="${go === '' ? 'main' : ''}" name="step" value="plan">${returnable ? correct.preview : c.var.texts.orders.button}</button>${go}</p>`,
    })}</section>`,
  })
}
