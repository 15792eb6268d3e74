import { fillout } from './forms/fillout.ts'
import { formspree } from './forms/formspree.ts'
import { googleForms } from './forms/google-forms.ts'
import { gravityForms } from './forms/gravity-forms.ts'
import { hubspot } from './forms/hubspot.ts'
import { jotform } from './forms/jotform.ts'
import { tally } from './forms/tally.ts'
import { typeform } from './forms/typeform.ts'

/** Webhooks read them at each start, for the key of a submission: they read by hand and have no zod. */
export const formServices = {
  typeform,
  tally,
  jotform,
  fillout,
  'gravity-forms': gravityForms,
  formspree,
  hubspot,
  'google-forms': googleForms,
}
