import type { Config } from '../config/config.ts'
import type { InboxEvent } from '../inbox/event.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { discarded, released } from '../inbox/operator-transitions.ts'
import { type Log, traceOf } from '../log.ts'
import { understand } from '../workflow/translate/translate-event.ts'
import { isAsked, mayEndByLink, readLink } from './link.ts'
import { donePage, type Page, questionPage, refusedPage, unavailablePage } from './link-page.ts'

export type Decider = {
  config: Config
  inbox: Pick<Inbox, 'get' | 'save'>
  /** What links are signed with. */
  readKey: () => Promise<string>
  now: () => number
  newId: () => string
  hintMs: number
  log: Log
}

type Request = { method: string; path: string; body: string }

/** Shows the question of a link, and decides it by POST alone. Never throws; what is refused has one page. */
export async function decideByLink(decider: Decider, request: Request): Promise<Page> {
  const { config, log } = decider
  try {
    return config.notify?.links === undefined ? refusedPage(config) : await answer(decider, request)
  } catch (error) {
    const isOver = error instanceof Error && ['LostEvent', 'Rejected', 'NewerFormat'].includes(error.name)
    if (isOver) return refusedPage(config)
    log.error('a link could not be answered', traceOf(error))
    return unavailablePage(config)
  }
}

async function answer({ config, inbox, readKey, ...own }: Decider, { method, path, body }: Request): Promise<Page> {
  const now = own.now()
  const link = readLink(await readKey(), path.split('/').at(-1) ?? '', now)
  const event = link && (await inbox.get(link.id))
  if (!event || !isAsked(event, link)) return refusedPage(config)
  const isWithdrawal = event.withdrawal === true || understand(event, config).isWithdrawal
  if (method === 'GET' || method === 'HEAD') return questionPage(event, { isWithdrawal }, config)
  const said = method === 'POST' ? new URLSearchParams(body).get('answer') : undefined
  if (event.asked?.epoch !== event.epoch || (said !== 'yes' && said !== 'no')) return refusedPage(config)
  if (said === 'no' && (isWithdrawal || !mayEndByLink(event))) return refusedPage(config)
  const how = { now, writeId: own.newId(), hintMs: own.hintMs, link: link.to }
  const next: InboxEvent = said === 'yes' ? released(event, how) : discarded(event, { ...how, note: 'by a link' })
  await inbox.save(event, next)
  own.log.info('decided by a link', { event: event.id, answer: said, to: link.to })
  return donePage(said, config)
}
