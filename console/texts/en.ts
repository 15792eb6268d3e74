import { audit } from './en/audit.ts'
import { bulk } from './en/bulk.ts'
import { common } from './en/common.ts'
import * as correct from './en/correct.ts'
import { event } from './en/event.ts'
import * as local from './en/local.ts'
import * as month from './en/month.ts'
import * as orders from './en/orders.ts'
import * as overview from './en/overview.ts'
import * as questions from './en/questions.ts'
import { reasons } from './en/reasons.ts'
import { search } from './en/search.ts'
import { who } from './en/who.ts'

/** The pages' own words. What happened to an event is told in the sentences of the bridge (lib/sentences). */
export const en = {
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
