import { bulk } from './en/bulk.ts'
import { common } from './en/common.ts'
import { correct, lines, order } from './en/correct.ts'
import { event } from './en/event.ts'
import { sandbox, senders } from './en/local.ts'
import { comment, comments, forget, makeReturn, orderPage, orders, outcome } from './en/orders.ts'
import { doctor, login, overview, pause } from './en/overview.ts'
import { reasons } from './en/reasons.ts'
import { search } from './en/search.ts'

/** The pages' own words. What happened to an event is told in the sentences of the bridge (lib/sentences). */
export const en = {
  ...common,
  event,
  search,
  reasons,
  overview,
  pause,
  login,
  doctor,
  order,
  lines,
  correct,
  bulk,
  senders,
  sandbox,
  comment,
  comments,
  forget,
  makeReturn,
  orderPage,
  orders,
  outcome,
}
