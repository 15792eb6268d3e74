import type { Config } from '../config/config.ts'
import { means as meansDe } from '../sentences/de/advice.ts'
import { means as meansEn } from '../sentences/en/advice.ts'
import { de, en, type Notice, type Stopped } from './words.ts'

const languages = { en: { words: en, means: meansEn }, de: { words: de, means: meansDe } } as const
type Shown = Pick<Config, 'language' | 'orderUrl'>
/** Events of one reason that are named: whoever wants all of them searches. */
const mostNamed = 5

export function textOf(notice: Notice, config: Shown): string {
  const { words } = languages[config.language]
  const say = words[notice.code] as (notice: Notice) => string
  return [say(notice), ...detailsOf(notice, config)].join('\n')
}

export const subjectOf = ({ code }: Notice, { language }: Pick<Config, 'language'>): string =>
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

const eventLine = ({ id, orderId }: Stopped['events'][number], { orderUrl }: Shown): string =>
  orderId === undefined || !orderUrl ? `- ${id}` : `- ${id} ${orderUrl.replace('{id}', () => String(orderId))}`
