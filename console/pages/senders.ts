import { Hono } from 'hono'
import type { Effect, Report } from '../../lib/sources/report.ts'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { choice, postForm } from '../html/form.ts'
import { facts, type Html, html, table } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { leave, showPage } from '../layout.ts'

/**
 * `url`: with `<token>` in place of a secret. `samples`: names of deliveries that can be sent. `reports`: what each becomes by the source's
 * settings; absent where its own translation decides.
 */
export type Sender = {
  source: string
  /** What people call it. */
  title: string
  kind: string
  url: string
  samples: readonly string[]
  reports?: readonly Pick<Report, 'topics' | 'what' | 'effect'>[] | undefined
}
/** What became of a sample; `eventId`: of the event that it made. */
export type Sent = { status: number; eventId?: string | undefined }

export type SendersOptions = {
  /** The address of this bridge, by its listener: samples are signed, and a request's own line may name any host. */
  url: () => string
  senders: (url: string) => Promise<readonly Sender[]>
  /** The file with the secrets, never one of them. `isServed`: senders in the internet can reach it. */
  secretsFile: string
  isServed?: boolean
  send: (url: string, source: string, sample: string) => Promise<Sent>
}

/** Where each sender sends to, where its secret is, samples to try it with, and what its reports become. */
export const sendersPage = ({ url, senders, isServed, secretsFile, send }: SendersOptions) =>
  new Hono<ConsoleEnv>()
    .get('/', async (c) => {
      const { senders: words } = c.var.texts
      const all = await senders(url())
      return showPage(c, {
        title: words.title,
        nav: 'senders',
        main: html`<p>${words.explain}</p>${isServed ? '' : html`<p class="hint">${words.local}</p>`}
<div class="cards senders">${all.map((sender) => senderPart(c, sender, secretsFile))}</div>
${reportsPart(c, all)}`,
      })
    })
    .post('/', async (c) => {
      const { form, texts } = c.var
      const { senders: words } = texts
      const sender = (await senders(url())).find(({ source }) => source === form.get('source'))
      const sample = sender?.samples.find((one) => one === form.get('sample'))
      if (!sender || sample === undefined) return leave(c, '/console/senders', { kind: 'problem', text: words.none })
      try {
        const { status, eventId } = await send(url(), sender.source, sample)
        const kind = status === 200 ? 'done' : 'problem'
        if (eventId !== undefined) return leave(c, eventPath(eventId), { kind, text: words.sent(status) })
        const text = status === 200 ? `${words.sent(status)} ${words.noEvent}` : words.sent(status)
        return leave(c, '/console/senders', { kind, text })
      } catch (error) {
        const said = error instanceof Error ? error.message : ''
        return leave(c, '/console/senders', { kind: 'problem', text: words.failed(said) })
      }
    })

/** A text that people paste elsewhere, with a button that live.js shows where it can copy. */
const copied = ({ var: { texts } }: ConsoleContext, text: string): Html =>
  html`<span class="id">${text}</span> <button type="button" data-copy="${text}" data-done="${texts.shell.copied}" hidden>${texts.shell.copy}</button>`

function senderPart(c: ConsoleContext, { source, title, kind, url, samples }: Sender, secretsFile: string): Html {
  const { senders: words } = c.var.texts
  return html`<section class="card"><h2>${title}</h2>${facts([
    [words.name, html`<span class="id">${source}</span>`],
    [words.kind, kind === source ? undefined : kind],
    [words.address, copied(c, url)],
    [
      words.secret,
      html`${words.secretAt(secretsFile, source)}${url.includes('<token>') ? html`. ${words.inAddress}` : ''}`,
    ],
  ])}
${
  samples.length === 0
    ? html`<p>${words.none}</p>`
    : postForm(c, {
        action: '/console/senders',
        hidden: { source },
        look: 'inline',
        body: html`${choice({ label: words.sample, name: 'sample', id: `sample-${source}`, options: samples.map((one) => [one, one]) })}<button>${words.send}</button>`,
      })
}</section>`
}

const effects = ['return', 'link', 'comment'] as const satisfies Effect[]

/** Which reports of each source make a return, are linked to one, or make a comment. */
function reportsPart(c: ConsoleContext, all: readonly Sender[]): Html {
  const { senders: words } = c.var.texts
  const listed = (reports: Sender['reports'], effect: Effect) =>
    reports
      ?.filter((report) => report.effect === effect)
      .map(
        ({ topics, what }) => html`<div><span class="id">${topics.join(', ')}</span> ${what && words.what[what]}</div>`,
      )
  const shown = effects.filter((effect) =>
    all.some(({ reports }) => reports?.some((report) => report.effect === effect)),
  )
  return html`<section class="card"><h2>${words.which}</h2>${table({
    caption: words.which,
    heads: [words.source, ...shown.map((effect) => words.effects[effect])],
    rows: all.map(({ title, reports }) => [
      title,
      ...shown.map((effect, at) => listed(reports, effect) ?? (at === 0 ? words.translated : undefined)),
    ]),
  })}
<p class="hint">${words.whichHint}</p></section>`
}
