import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { choice, field, postForm } from '../html/form.ts'
import { type Html, html, table } from '../html/html.ts'
import { leave, showPage, showProblem } from '../layout.ts'

type Item = { quantity: number; orderItemName?: string; id: number }
type Order = {
  id: number
  statusId: number
  orderItems?: Item[]
  properties?: { typeId: number; value: string }[]
  orderReferences?: { referenceType: string; referenceOrderId: number }[]
}
type Comment = { id: number; referenceValue: number; text: string }
type Fault = { method?: string; path: string; times: number; kind: string; status?: number; delayMs: number }
type Newest<T> = { count: number; newest: T[] }
type Records = { orders: Newest<Order>; returns: Newest<Order>; comments: Newest<Comment> }

export type SandboxOptions = {
  url: string
  /** One call of the sandbox's control; what it answers as JSON. */
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
}

const externalNumber = 7
const longestText = 300

/** What goes wrong, as the control of the sandbox takes it. */
const faults = {
  down: { kind: 'status', status: 503 },
  limit: { kind: 'status', status: 429, headers: { 'Retry-After': '5' } },
  slow: { kind: 'slow', delayMs: 3_000 },
  lost: { kind: 'drop-after' },
  reset: { kind: 'drop-before' },
} as const
const methods = ['', 'GET', 'POST'] as const

/** What the sandbox holds, and switches for what it does wrong. */
export function sandboxPage({ url, control }: SandboxOptions): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>()
  app.onError((_error, c) => {
    const { title, failed } = c.var.texts.sandbox
    return showProblem(c, { title, text: failed, status: 502 })
  })
  return app
    .get('/', async (c) => {
      const { sandbox: words } = c.var.texts
      const [records, pending] = await Promise.all([
        control('GET', '/sandbox/newest') as Promise<Records>,
        control('GET', '/sandbox/faults') as Promise<{ faults: Fault[] }>,
      ])
      return showPage(c, {
        title: words.title,
        nav: 'sandbox',
        main: html`<p>${words.explain} ${words.address}: <span class="id">${url}</span></p>
${faultPart(c, pending.faults)}<div id="sandbox" data-live="5">${recordsPart(c, records)}</div>`,
      })
    })
    .post('/', async (c) => {
      const { form, texts } = c.var
      if (form.get('do') === 'clear') {
        await control('DELETE', '/sandbox/faults')
        return leave(c, '/console/sandbox', { kind: 'done', text: texts.sandbox.cleared })
      }
      await control('POST', '/sandbox/faults', faultOf(form))
      return leave(c, '/console/sandbox', { kind: 'done', text: texts.sandbox.added })
    })
}

function faultOf(form: URLSearchParams): object {
  const kind = (Object.keys(faults) as (keyof typeof faults)[]).find((one) => one === form.get('kind')) ?? 'down'
  const method = methods.find((one) => one === form.get('method')) ?? ''
  const path = form.get('path')?.trim() ?? ''
  const times = Math.min(10_000, Math.max(1, Math.trunc(Number(form.get('times'))) || 1))
  return { ...faults[kind], times, ...(method && { method }), ...(path.startsWith('/') && { path }) }
}

function faultPart(c: ConsoleContext, pending: readonly Fault[]): Html {
  const { sandbox: words } = c.var.texts
  const kinds = (Object.keys(faults) as (keyof typeof faults)[]).map((one) => [one, words.kinds[one]] as const)
  return html`<section class="card"><h2>${words.faults}</h2><p>${words.faultsExplain}</p>
${
  pending.length === 0
    ? html`<p>${words.noFaults}</p>`
    : html`${table({
        caption: words.faults,
        heads: [words.kind, words.method, words.path, words.times],
        rows: pending.map(({ kind, status, delayMs, method, path, times }) => [
          [kind, status, delayMs > 0 ? `${delayMs} ms` : undefined].filter((part) => part !== undefined).join(' '),
          method ?? '*',
          path,
          times,
        ]),
      })}${postForm(c, { action: '/console/sandbox', hidden: { do: 'clear' }, body: html`<p><button class="main">${words.clear}</button></p>` })}`
}
${postForm(c, {
  action: '/console/sandbox',
  body: html`<div class="fields">${choice({ label: words.kind, name: 'kind', options: kinds })}
${choice({ label: words.method, name: 'method', options: methods.map((one) => [one, one || '*']) })}
${field({ label: words.path, name: 'path', value: '/rest', max: 200 })}
${field({ label: words.times, name: 'times', type: 'number', step: '1', value: 1 })}</div><p><button class="risky">${words.add}</button></p>`,
})}</section>`
}

function recordsPart(c: ConsoleContext, { orders, returns, comments }: Records): Html {
  const { sandbox: words } = c.var.texts
  const names = (items: readonly Item[] = []) =>
    items.slice(0, 5).map(({ quantity, orderItemName, id }) => `${quantity} × ${orderItemName ?? id}`)
  return html`${part(c, {
    title: words.returns,
    of: returns,
    heads: [words.id, words.order, words.status, words.lines],
    row: ({ id, statusId, orderItems, orderReferences = [] }) => [
      id,
      orderReferences.find(({ referenceType }) => referenceType === 'parent')?.referenceOrderId ?? '',
      statusId,
      names(orderItems).join(', '),
    ],
  })}${part(c, {
    title: words.comments,
    of: comments,
    heads: [words.id, words.order, words.text],
    row: ({ id, referenceValue, text }) => [id, referenceValue, text.replace(/<[^>]*>/g, ' ').slice(0, longestText)],
  })}${part(c, {
    title: words.orders,
    of: orders,
    heads: [words.id, words.number, words.status, words.lines],
    row: ({ id, statusId, properties = [], orderItems }) => [
      id,
      properties.find(({ typeId }) => typeId === externalNumber)?.value ?? '',
      statusId,
      names(orderItems).join(', '),
    ],
  })}`
}

type Part<T> = { title: string; of: Newest<T>; heads: readonly string[]; row: (one: T) => (string | number)[] }

function part<T>(c: ConsoleContext, { title, of: { count, newest }, heads, row }: Part<T>): Html {
  const { sandbox: words } = c.var.texts
  const rows = newest.map(row)
  if (rows.length === 0) return html`<section class="card"><h2>${title}</h2><p>${words.none}</p></section>`
  return html`<section class="card">${table({ caption: `${title} (${words.of(rows.length, count)})`, heads, rows })}</section>`
}
