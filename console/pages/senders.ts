import { Hono } from 'hono'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { facts } from '../html/facts.ts'
import { choice } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { type Html, html } from '../html/html.ts'
import { eventPath } from '../html/paths.ts'
import { leave } from '../http/leave.ts'
import { showPage } from '../layout.ts'

/** `url`: with `<token>` in place of a secret. `samples`: names of deliveries that can be sent. */
export type Sender = { source: string; kind: string; url: string; samples: readonly string[] }
/** What became of a sample; `eventId`: of the event that it made. */
export type Sent = { status: number; eventId?: string | undefined }

export type SendersOptions = {
  /** `url`: the address of this bridge. */
  senders: (url: string) => Promise<readonly Sender[]>
  /** The file with the secrets, never one of them. */
  secretsFile: string
  send: (url: string, source: string, sample: string) => Promise<Sent>
}

/** Where each sender sends to, where its secret is, and samples to try it with. */
export const sendersPage = ({ senders, secretsFile, send }: SendersOptions) =>
  new Hono<ConsoleEnv>()
    .get('/', async (c) => {
      const { senders: words } = c.var.texts
      const all = await senders(new URL(c.req.url).origin)
      return showPage(c, {
        title: words.title,
        nav: 'senders',
        main: html`<p>${words.explain}</p><p class="hint">${words.local}</p>
<div class="cards senders">${all.map((sender) => senderPart(c, sender, secretsFile))}</div>`,
      })
    })
    .post('/', async (c) => {
      const { form, texts } = c.var
      const { senders: words } = texts
      const { origin } = new URL(c.req.url)
      const sender = (await senders(origin)).find(({ source }) => source === form.get('source'))
      const sample = sender?.samples.find((one) => one === form.get('sample'))
      if (!sender || sample === undefined) return leave(c, '/console/senders', { kind: 'problem', text: words.none })
      try {
        const { status, eventId } = await send(origin, sender.source, sample)
        const kind = status === 200 ? 'done' : 'problem'
        if (eventId !== undefined) return leave(c, eventPath(eventId), { kind, text: words.sent(status) })
        const text = status === 200 ? `${words.sent(status)} ${words.noEvent}` : words.sent(status)
        return leave(c, '/console/senders', { kind, text })
      } catch (error) {
        const said = error instanceof Error ? error.message : ''
        return leave(c, '/console/senders', { kind: 'problem', text: words.failed(said) })
      }
    })

function senderPart(c: ConsoleContext, { source, kind, url, samples }: Sender, secretsFile: string): Html {
  const { senders: words } = c.var.texts
  return html`<section class="card"><h2>${source}</h2>${facts([
    [words.kind, kind],
    [words.address, html`<span class="id">${url}</span>`],
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
