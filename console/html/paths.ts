import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from './html.ts'

/** An id is text in an address, whatever is in it. */
export const eventPath = (id: string): string => `/console/event?id=${encodeURIComponent(id)}`
export const eventPart = (part: 'plan' | 'correct' | 'link' | 'compare', id: string): string =>
  `/console/${part}?id=${encodeURIComponent(id)}`
export const orderPath = (orderId: number): string => `/console/order?id=${orderId}`

type Links = Readonly<Record<string, string>> | undefined

/** An order: its page here and, where the configuration says its address, in the back office. */
export function orderLink(c: ConsoleContext, orderId: number, links?: Links): Html {
  return html`<a href="${orderPath(orderId)}">${orderId}</a>${outside(c, orderId, links)}`
}

type Named = { id: number; externalNumber?: string | null | undefined; label?: string | undefined; links?: Links }

/** An order as people call it, with a link to its page; its id small behind it. */
export function orderNamed(c: ConsoleContext, { id, externalNumber, label, links }: Named): Html {
  const [name, other] = [label, externalNumber].filter((one) => one)
  if (!name) return orderLink(c, id, links)
  const small = html`<small class="id quiet">${id}</small>${outside(c, id, links)}`
  return html`<a href="${orderPath(id)}">${name}</a>${other ? ` (${other})` : ''} ${small}`
}

/** A return, which has no page of its own here. */
export function returnLink(c: ConsoleContext, returnId: number, links?: Links): Html {
  return html`${returnId}${outside(c, returnId, links)}`
}

function outside({ var: { texts } }: ConsoleContext, id: number, links: Links): Html {
  const url = links?.[String(id)]
  // Only what a browser opens as a page: the address comes from a configuration.
  if (url === undefined || !/^https?:\/\//.test(url)) return html``
  return html` <a href="${url}" rel="noreferrer noopener">${texts.event.inBackOffice(id)}</a>`
}
