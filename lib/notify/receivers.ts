import type { Config } from '../config/config.ts'
import { titleOf } from '../config/source-family.ts'
import type { LinkReceiver } from '../inbox/event.ts'
import type { ReasonCode } from '../reasons.ts'
import { means as meansDe } from '../sentences/de/advice.ts'
import { row as rowDe } from '../sentences/de/row.ts'
import { means as meansEn } from '../sentences/en/advice.ts'
import { row as rowEn } from '../sentences/en/row.ts'
import { rowText, titleText } from '../sentences/row.ts'
import { consolePage } from './link.ts'
import { de, en, type Notice, type Stopped } from './words.ts'

type Options = {
  config: Shown & Pick<Config, 'notify'>
  fetch: typeof globalThis.fetch
  now: () => number
  /** Prints a message to the terminal of this machine. Absent: nobody is there to read it. */
  print?: ((text: string) => void) | undefined
  /** Sends an e-mail to those who get them. Absent: nobody does. */
  publish?: ((message: { subject: string; text: string }) => Promise<void>) | undefined
  /** Makes the links of questions for somebody. Absent: nobody gets any. */
  linksFor?: ((to: LinkReceiver) => Promise<LinkTo | undefined>) | undefined
}

type LinkTo = (question: { id: string; epoch: number; reason: ReasonCode }) => string

/** Takes a notice. Rejects where it was not taken. */
export type Receiver = (notice: Notice) => Promise<void>
const timeoutMs = 5_000
/** What chat programs take in one message. */
const longestText = 3_000

/** Everybody who is told, by names that stay the same: what one did not take is kept under its name. */
export function createReceivers({
  config,
  fetch,
  now,
  print,
  publish,
  linksFor,
}: Options): Readonly<Record<string, Receiver>> {
  const { webhookUrl, format, links } = config.notify ?? {}
  // Whoever reads a terminal, or the log that it goes to, may not decide.
  const said = async (notice: Notice, to?: LinkReceiver) => {
    const mayDecide = notice.code === 'digest' && to && (links === 'all' || (links === 'email' && to === 'email'))
    return shortened(textOf(notice, config, mayDecide ? await linksFor?.(to) : undefined))
  }
  return {
    ...(print && { terminal: async (notice: Notice) => print(await said(notice)) }),
    ...(publish && {
      email: async (notice: Notice) =>
        publish({ subject: subjectOf(notice, config), text: await said(notice, 'email') }),
    }),
    ...(webhookUrl !== undefined && {
      webhook: async (notice: Notice) => {
        const text = await said(notice, 'webhook')
        const facts = { kind: notice.code, at: new Date(now()).toISOString(), text, notice }
        const { ok, status } = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(format === 'json' ? facts : { text }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!ok) throw Object.assign(new Error(`status ${status}`), { name: 'NotTaken' })
      },
    }),
  }
}

/** Cut between lines: half a link leads nowhere. */
function shortened(text: string): string {
  if (text.length <= longestText) return text
  const cut = text.slice(0, longestText - 1)
  return `${cut.slice(0, cut.lastIndexOf('\n') + 1)}…`
}

const languages = {
  en: { words: en, means: meansEn, row: rowEn },
  de: { words: de, means: meansDe, row: rowDe },
} as const
type Shown = Pick<Config, 'language' | 'orderUrl' | 'consoleUrl' | 'sources'>
/** Events of one reason that are named: whoever wants all of them searches. */
const mostNamed = 5

export function textOf(notice: Notice, config: Shown, linkTo?: LinkTo): string {
  const { words } = languages[config.language]
  const say = words[notice.code] as (notice: Notice) => string
  return [say(notice), ...detailsOf(notice, config, linkTo)].join('\n')
}

const subjectOf = ({ code }: Notice, { language }: Pick<Shown, 'language'>): string =>
  languages[language].words.subjects[code]

function detailsOf(notice: Notice, config: Shown, linkTo: LinkTo | undefined): string[] {
  const { words, means, row } = languages[config.language]
  const titled = (source: string) => source && titleText(row, titleOf(config, source))
  if (notice.code === 'withdrawals')
    return [
      ...notice.events.map((id) => eventLine({ id }, config, undefined)),
      ...(notice.more > 0 ? [words.andMore(notice.more)] : []),
    ]
  if (notice.code !== 'digest') return []
  return [
    ...notice.stopped.flatMap((one) => [
      words.stopped({ ...one, means: means[one.reason] }),
      ...one.events.slice(0, mostNamed).map((event) => {
        const { id, epoch } = event
        const link = linkTo && epoch !== undefined && linkTo({ id, epoch, reason: one.reason })
        return eventLine(event, config, link && `${words.decide}: ${link}`)
      }),
      ...(one.count > mostNamed ? [`  ${words.andMore(one.count - mostNamed)}`] : []),
    ]),
    ...(notice.more ? [words.more] : []),
    ...(notice.paused.length > 0 ? [words.paused(notice.paused.map(titled))] : []),
  ]
}

type Named = Stopped['events'][number]

/** `decide`: how it can be decided; else where it is shown. */
function eventLine({ id, orderId, about }: Named, config: Shown, decide: string | false | undefined): string {
  const title = titleOf(config, id.split('/')[0] ?? '')
  const said = rowText(languages[config.language].row, { about, orderId, title })
  const order = orderId === undefined ? undefined : config.orderUrl?.replace('{id}', () => String(orderId))
  const place = decide || consolePage(id, config)
  return `- ${[`${said} (${id})`, order].filter(Boolean).join(' ')}${place ? `\n  ${place}` : ''}`
}
