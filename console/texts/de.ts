import { bulk } from './de/bulk.ts'
import { common } from './de/common.ts'
import { correct, lines, order } from './de/correct.ts'
import { event } from './de/event.ts'
import { sandbox, senders } from './de/local.ts'
import { comment, comments, forget, makeReturn, orderPage, orders, outcome } from './de/orders.ts'
import { doctor, login, overview, pause } from './de/overview.ts'
import { reasons } from './de/reasons.ts'
import { search } from './de/search.ts'
import type { Texts } from './texts.ts'

export const de: Texts = {
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
