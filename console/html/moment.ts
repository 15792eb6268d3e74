import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from './html.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * `2026-03-02 09:00:05 UTC (3 minutes ago)`, for a time in ISO 8601. What is none is shown as it is. Where scripts run, live.js shows the
 * reader's zone, and counts on.
 */
export function moment(c: ConsoleContext, iso: string): Html {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) return html`${iso}`
  const text = new Date(ms).toISOString()
  const shown = `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`
  return html`<time datetime="${text}">${shown}</time> <span class="quiet">(${ago(c, ms)})</span>`
}

/** `Sep 1, 2026`: the day as the shop counts it. */
export function dayOf({ var: { language } }: ConsoleContext, iso: string | null | undefined): string {
  const ms = Date.parse(iso?.slice(0, 10) ?? '')
  return Number.isNaN(ms) ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(ms)
}

/** `3 minutes ago`, which live.js keeps right. Nothing where it is no time. */
export const ago = (c: ConsoleContext, ms: number): Html =>
  Number.isNaN(ms) ? html`` : html`<span data-ago="${ms}">${distance(c, ms - c.var.now())}</span>`

/** Making one takes longer than using it a hundred times, and a page has a time in each row. */
const relativeTimes = new Map<string, Intl.RelativeTimeFormat>()

function relativeTimeIn(language: string): Intl.RelativeTimeFormat {
  const made = relativeTimes.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  relativeTimes.set(language, made)
  return made
}

/** How far away a time is, in the words of the page's language. */
function distance({ var: { language } }: ConsoleContext, ms: number): string {
  const words = relativeTimeIn(language)
  const seconds = Math.round(ms / 1_000)
  const size = Math.abs(seconds)
  if (size < minute) return words.format(seconds, 'second')
  if (size < hour) return words.format(Math.round(seconds / minute), 'minute')
  if (size < 2 * day) return words.format(Math.round(seconds / hour), 'hour')
  return words.format(Math.round(seconds / day), 'day')
}
