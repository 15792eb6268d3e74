import type { ConsoleContext } from '../console-env.ts'
import { type Html, html, table } from './html.ts'

/** `came`: deliveries of the day, such as `2026-10-31`; `asked`: those that needed a person. */
export type DayNumbers = { day: string; came: number; done: number; asked: number }
const parts = ['came', 'done', 'asked'] as const
const step = 40
const bar = 10
const height = 90

/** A small picture of some days, without a script, and the same as a table. */
export function daysChart(c: ConsoleContext, caption: string, days: readonly DayNumbers[]): Html {
  const { days: words } = c.var.texts
  const most = Math.max(1, ...days.map(({ came }) => came))
  const dayName = new Intl.DateTimeFormat(c.var.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const names = days.map(({ day }) => dayName.format(Date.parse(day)))
  const sums = parts.map((part) => ({ part, sum: days.reduce((all, one) => all + one[part], 0) }))
  const inWords = sums.map(({ part, sum }) => `${sum} ${words[part]}`).join(', ')
  const bars = (one: DayNumbers, index: number) =>
    parts.map((part, at) => {
      const size = one[part] === 0 ? 0 : Math.max(2, Math.round((height * one[part]) / most))
      const x = index * step + 4 + at * (bar + 1)
      return html`<rect class="${part}" x="${x}" y="${height - size}" width="${bar}" height="${size}"/>`
    })
  return html`<svg class="chart" viewBox="0 0 ${days.length * step} 110" role="img" aria-label="${caption}: ${inWords}">
${days.map((one, index) => html`<g>${bars(one, index)}</g>`)}
<text x="4" y="106">${names[0]}</text><text x="${days.length * step - 4}" y="106" text-anchor="end">${words.today}</text></svg>
<p class="hint keys">${sums.map(({ part, sum }) => html`<span class="key ${part}"></span>${sum} ${words[part]} `)}</p>
<details><summary>${words.asTable}</summary>${table({
    caption,
    heads: [words.day, ...parts.map((part) => words[part])],
    rows: days.map((one, index) => [names[index], ...parts.map((part) => one[part])]),
  })}</details>`
}
