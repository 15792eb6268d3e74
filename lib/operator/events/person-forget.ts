import * as z from 'zod'
import { toCursor } from '../../inbox/merge-partitions.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { forgetPerson } from '../../workflow/forget-person.ts'
import { defineCommand, note } from '../operator.ts'
import { mayReadOn, placeIn } from '../views/pages.ts'

const address = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, 'write one e-mail address, such as anna@web.example')
const noneOfThis = 'the cursor is none of this command: start without one'
const place = z.object({ after: z.object({ at: z.number(), id: z.string() }).optional() })

/** `more`: it has not come to the end, and goes on with `cursor`. */
export const personForget = defineCommand({
  name: 'person.forget',
  input: z
    .strictObject({
      email: address,
      note,
      dryRun: z.boolean().default(false),
      cursor: z.string().max(2_000).optional(),
    })
    .refine(({ email, note }) => !note.toLowerCase().includes(email.toLowerCase()), {
      ...{ path: ['note'], error: 'it stays in the history: do not name the address in it' },
    }),
  run: async (operator, { cursor, ...person }) => {
    const { workflow, deadlineMs } = operator
    const from = cursor === undefined ? {} : placeIn(place, cursor, noneOfThis)
    const ports = { workflow, backOffice: workflow.openBackOffice({ deadlineMs }) }
    const asked = { ...person, by: operator.by, after: from.after, mayGoOn: () => mayReadOn(operator) }
    const { goesOn, manyOrders, ...counts } = await forgetPerson(ports, asked)
    workflow.log.info('a person was forgotten', { ...counts, dryRun: person.dryRun })
    const notAsked = manyOrders && { notAsked: say(sentencesOf(workflow.config).notAsked, { code: 'too_many' }) }
    const more = goesOn && { more: true, cursor: toCursor(goesOn) }
    return { ...(person.dryRun && { dryRun: true }), ...counts, ...notAsked, ...more }
  },
})
