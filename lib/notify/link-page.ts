import { createHash } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { escapeHtml } from '../workflow/kinds/comment-text.ts'
import { consolePage, mayEndByLink } from './link.ts'
import { de, en, type LinkWords } from './link-words.ts'

export type Page = { statusCode: number; headers: Record<string, string>; body: string }
type Shown = Pick<Config, 'language' | 'orderUrl' | 'consoleUrl'>

const languages: Readonly<Record<Config['language'], LinkWords>> = { en, de }

/** The question of an event, as the run that asked has planned it. Without that plan, or for a withdrawal, it has no such button. */
export function questionPage(event: InboxEvent, { isWithdrawal }: { isWithdrawal: boolean }, config: Shown): Page {
  const words = languages[config.language]
  const { asked, epoch, reason } = event
  const orderId = asked?.orderId ?? event.orderId
  const title = words.questions[reason?.code ?? ''] ?? ''
  const order = [asked?.number, orderId === undefined ? undefined : `#${orderId}`].filter(Boolean).join(' · ')
  const at = orderId !== undefined && config.orderUrl?.replace('{id}', () => String(orderId))
  const own = consolePage(event.id, config)
  const about = order && `<p>${words.order} ${at ? linked(at, order) : escapeHtml(order)}</p>`
  if (asked?.epoch !== epoch) return page(200, config, title, `${about}<p>${words.elsewhere}</p>${more(own, words)}`)
  const lines = asked.lines.map(
    ({ quantity, name, sku = '' }) =>
      `<li>${quantity} × ${escapeHtml(name)}${sku && ` <code>${escapeHtml(sku)}</code>`}</li>`,
  )
  const rest = asked.more ? `<li>${words.andMore(asked.more)}</li>` : ''
  const list = lines.length > 0 ? `<ul>${lines.join('')}${rest}</ul>` : ''
  const no = !isWithdrawal && mayEndByLink(event)
  return page(
    200,
    config,
    title,
    `${about}${list}<form method="post"><p><button name="answer" value="yes">${words.yes}</button> ${words.makes[asked.makes]}</p>
${no ? `<p><button name="answer" value="no">${words.no}</button> ${words.ends}</p>` : ''}</form>
${isWithdrawal ? `<p>${words.withdrawal}</p>` : ''}${more(own, words)}`,
  )
}

export const donePage = (answer: 'yes' | 'no', config: Shown): Page =>
  said(200, config, languages[config.language].done[answer])
/** The same bytes for a link that is none, too old, used, or not meant: nobody learns which events there are. */
export const refusedPage = (config: Shown): Page => said(404, config, languages[config.language].refused)
export const unavailablePage = (config: Shown): Page => said(503, config, languages[config.language].unavailable)

const said = (statusCode: number, config: Shown, { title, text }: LinkWords['refused']): Page =>
  page(statusCode, config, title, `<p>${text}</p>`)
const more = (at: string | undefined, { console }: LinkWords): string => (at ? `<p>${linked(at, console)}</p>` : '')
const linked = (at: string, text: string): string => `<a href="${escapeHtml(at)}">${escapeHtml(text)}</a>`

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem}h1{font-size:1.4rem}button{font:inherit;padding:.5rem 1rem}'
const hash = createHash('sha256').update(style).digest('base64')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

function page(statusCode: number, { language }: Shown, title: string, html: string): Page {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`
  const body = `<!doctype html><html lang="${language}"><head>${head}<style>${style}</style></head><body><main><h1>${title}</h1>${html}</main></body></html>\n`
  return { statusCode, headers, body }
}
