import type { Mutant } from '../mutant.ts'
import { audit } from './audit.ts'
import { backOffice } from './back-office.ts'
import { forms } from './forms.ts'
import { foundations } from './foundations.ts'
import { inbox } from './inbox.ts'
import { notify } from './notify.ts'
import { operator } from './operator.ts'
import { paceAndSession } from './pace-and-session.ts'
import { planReturn } from './plan-return.ts'
import { sentences } from './sentences.ts'
import { shops } from './shops.ts'
import { workflow } from './workflow.ts'
import { writes } from './writes.ts'

/** Written from the documents and the sources alone. An entry moves with its source, and is never made easier to find. */
export const mutants: readonly Mutant[] = [
  ...foundations,
  ...inbox,
  ...workflow,
  ...planReturn,
  ...writes,
  ...backOffice,
  ...paceAndSession,
  ...shops,
  ...forms,
  ...audit,
  ...notify,
  ...operator,
  ...sentences,
]
