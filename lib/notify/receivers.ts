import type { Config } from '../config/config.ts'
import { titleOf } from '../config/source-family.ts'
import { means as meansDe } from '../sentences/de/advice.ts'
import { means as meansEn } from '../sentences/en/advice.ts'
import { sentencesOf } from '../sentences/languages.ts'
import { rowText } from '../sentences/row.ts'
import { de, en, type Notice, type Stopped } from './words.ts'

type Options = {
  config: Shown & Pick<Config, 'notify'>
  fetch: typeof globalThis.fetch
  now: () => number
  /** Prints a message to the terminal of this machine. Absent: nobody is there to read it. */
  print?: ((text: string) => void) | undefined
  /** Sends an e-mail to those who get them. Absent: nobody does. */
  publish?: ((message: { subject: string; text: string }) => Promise<void>) | undefined
}

/** Takes a notice. Rejects where it was not taken. */
export type Receiver = (notice: Notice) => Promise<void>
const timeoutMs = 5_000
/** What chat programs take in one message. */
const longestText = 3_000

/** Everybody who is told, by names that stay the same: what one did not take is kept under its name. */
export function createReceivers({ config, fetch, now, print, publish }: Options): Readonly<Record<string, Receiver>> {
  const { webhookUrl, format } = config.notify ?? {}
  const said = (notice: Notice) => shortened(textOf(notice, config))
  return {
    ...(print && { terminal: async (notice: Notice) => print(said(notice)) }),
    ...(publish && { email: (notice: Notice) => publish({ subject: subjectOf(notice, config), text: said(notice) }) }),
    ...(webhookUrl !== undefined && {
      webhook: async (notice: Notice) => {
        const text = said(notice)
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

const shortened = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text)

const languages = { en: { words: en, means: meansEn }, de: { words: de, means: meansDe } } as const
type Shown = Pick<Config, 'language' | 'orderUrl' | 'sources'>
/** Events of one reason that are named: whoever wants all of them searches. */
const mostNamed = 5

export function textOf(notice: Notice, config: Shown): string {
  const { words } = languages[config.language]
  const say = words[notice.code] as (notice: Notice) => string
  return [say(notice), ...detailsOf(notice, config)].join('\n')
}

const subjectOf = ({ code }: Notice, { language }: Pick<Shown, 'language'>): string =>
  languages[language].words.subjects[code]

function detailsOf(notice: Notice, config: Shown): string[] {
  const { words, means } = languages[config.language]
  if (notice.code === 'withdrawals')
    return [...notice.events.map((id) => `- ${id}`), ...(notice.more > 0 ? [words.andMore(notice.more)] : [])]
  if (notice.code !== 'digest') return []
  return [
    ...notice.stopped.flatMap((one) => [
      words.stopped({ ...one, means: means[one.reason] }),
      ...one.events.slice(0, mostNamed).map((event) => eventLine(event, config)),
      ...(one.count > mostNamed ? [`  ${words.andMore(one.count - mostNamed)}`] : []),
    ]),
    ...(notice.more ? [words.more] : []),
    ...(notice.paused.length > 0 ? [words.paused(notice.paused)] : []),
  ]
}

function eventLine({ id, orderId, about }: Stopped['events'][number], { language, orderUrl, sources }: Shown): string {
  const { row } = sentencesOf({ language })
  const said = rowText(row, { about, orderId, title: titleOf({ sources }, id.split('/')[0] ?? '') })
  return `- ${said} (${id})${orderId === undefined || !orderUrl ? '' : ` ${orderUrl.replace('{id}', () => String(orderId))}`}`
}
