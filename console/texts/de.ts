import { audit } from './de/audit.ts'
import { bulk } from './de/bulk.ts'
import { common } from './de/common.ts'
import * as correct from './de/correct.ts'
import { event } from './de/event.ts'
import * as local from './de/local.ts'
import * as month from './de/month.ts'
import * as orders from './de/orders.ts'
import * as overview from './de/overview.ts'
import * as questions from './de/questions.ts'
import { reasons } from './de/reasons.ts'
import { search } from './de/search.ts'
import { who } from './de/who.ts'
import type { Texts } from './texts.ts'

export const de: Texts = {
  ...common,
  audit,
  event,
  search,
  reasons,
  bulk,
  ...overview,
  ...correct,
  ...local,
  ...orders,
  ...month,
  ...questions,
  who,
}
