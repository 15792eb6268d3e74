import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import type { Plan } from '../event-shapes.ts'
import { area, choice, field } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { lineFields } from '../html/line-fields.ts'
import { orderFields } from '../html/order-fields.ts'
import { planned } from '../html/planned.ts'
import { showPage } from '../layout.ts'
import { linesOf, rowsOf, withFreeRows } from '../line-rows.ts'
import { markOf } from '../mark-of.ts'
import { orderLines } from '../order-lines.ts'
import { orderRef } from '../order-ref.ts'
import { Refused } from '../refused.ts'
import { resultOf } from '../result-of.ts'
import { withNames } from '../with-names.ts'
import { type Outcome, showOutcome } from './outcome.ts'

/** Creates a return by hand: its fields, what would be sent, and only then the return itself. */
export const returnPage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const order = c.req.query('order') ?? ''
    const fields = new URLSearchParams(order === '' ? {} : { orderBy: 'id', orderValue: order })
    fields.set('requestId', c.var.newId())
    return await show(c, fields, html``)
  })
  .post('/', async (c) => {
    const { form, texts } = c.var
    const { makeReturn: words } = texts
    const step = form.get('step')
    if (step === 'more') return await show(c, form, html``)
    const asked = askedIn(form)
    if (asked === 'order') return await show(c, form, problem(words.noOrder))
    if (Array.isArray(asked)) return await show(c, form, problem(texts.correct.incomplete(asked)))
    try {
      const mark = markOf(asked)
      if (step !== 'go') return await show(c, form, html``, { plan: await planOf(c, asked), mark })
      if (form.get('mark') !== mark)
        return await show(c, form, problem(texts.correct.changed), { plan: await planOf(c, asked), mark })
      const requestId = form.get('requestId') ?? ''
      const made = await resultOf<Outcome>(c.var.ask, 'return.create', { ...asked, requestId })
      return showOutcome(c, words.title, made)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return await show(c, form, problem(error.message))
    }
  })

const problem = (text: string): Html => html`<p class="notice problem" role="alert">${text}</p>`

/** What is asked for, or what is missing: the order, or the places of rows. */
function askedIn(form: URLSearchParams) {
  const order = orderRef(form)
  if (!order) return 'order'
  const text = (name: string) => form.get(name)?.trim() ?? ''
  const others = {
    ...(text('reason') !== '' && { reason: text('reason') }),
    ...(text('note') !== '' && { note: text('note') }),
    ...(text('status') === 'received' && { status: 'received' }),
  }
  if (form.get('all') === 'yes') return { order, lines: 'all' as const, ...others }
  const read = linesOf(rowsOf(form))
  if ('incomplete' in read) return read.incomplete
  return read.lines.length === 0 ? [1] : { order, lines: read.lines, ...others }
}

const planOf = (c: ConsoleContext, asked: object): Promise<Plan> =>
  resultOf<Plan>(c.var.ask, 'return.create', { ...asked, dryRun: true })

function planPart(c: ConsoleContext, plan: Plan): Html {
  return html`<section class="card" role="status"><h2>${c.var.texts.correct.plan}</h2>${planned(c, plan)}</section>`
}

type Planned = { plan: Plan; mark: string }

async function show(c: ConsoleContext, form: URLSearchParams, result: Html, { plan, mark }: Partial<Planned> = {}) {
  const { makeReturn: words, correct } = c.var.texts
  const order = orderRef(form)
  const items = await orderLines(c.var.ask, plan?.orderId ?? order?.id)
  return showPage(c, {
    title: words.title,
    nav: 'orders',
    main: html`${result}${plan ? planPart(c, withNames(plan, items)) : ''}<section class="card"><p>${words.explain}</p>${postForm(
      c,
      {
        action: '/console/return',
        hidden: { requestId: form.get('requestId') ?? c.var.newId(), mark },
        body: html`${orderFields(c, { fields: form })}
${lineFields(c, { rows: withFreeRows(rowsOf(form)), isAll: form.get('all') === 'yes', items })}
<div class="fields">${field({ label: words.reason, name: 'reason', value: form.get('reason') ?? '', max: 200 })}${choice({ label: words.goods, name: 'status', value: form.get('status') ?? '', options: Object.entries(words.goodsAre) })}</div>
${area({ label: words.note, name: 'note', value: form.get('note') ?? '' })}
<p class="buttons"><button class="${plan ? '' : 'main'}" name="step" value="plan">${correct.preview}</button>${plan ? html` <button class="main" name="step" value="go">${words.button}</button>` : ''}</p>`,
      },
    )}</section>`,
  })
}
