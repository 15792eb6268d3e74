import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import { fromCursor, toCursor } from '../../inbox/merge-partitions.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { forgetPerson } from '../../workflow/forget-person.ts'
import { defineCommand, note } from '../operator.ts'
import { mayReadOn } from '../views/pages.ts'

const address = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, 'write one e-mail address, such as anna@web.example')
const place = z.object({ after: z.object({ at: z.number(), id: z.string() }).optional() })

/** Forgets what was delivered about a person. `more`: it has not come to the end, and goes on with `cursor`. */
export const personForget = defineCommand({
  name: 'person.forget',
  input: z.strictObject({
    ...{ email: address, note, dryRun: z.boolean().default(false) },
    cursor: z.string().max(2_000).optional(),
  }),
  run: async (operator, { cursor, ...person }) => {
    const { workflow, deadlineMs } = operator
    if (person.note.toLowerCase().includes(person.email.toLowerCase()))
      throw new Rejected('the note stays in the history: do not name the address in it', { status: 400 })
    const from = cursor === undefined ? {} : fromCursor(place, cursor)
    if (!from) throw new Rejected('the cursor is none of this command: start without one', { status: 400 })
    const ports = { workflow, backOffice: workflow.openBackOffice({ deadlineMs }) }
    const mayGoOn = () => mayReadOn(operator)
    const { goesOn, manyOrders, ...counts } = await forgetPerson(ports, { ...person, after: from.after, mayGoOn })
    workflow.log.info('a person was forgotten', { ...counts, dryRun: person.dryRun })
    return {
      ...(person.dryRun && { dryRun: true }),
      ...counts,
      ...(manyOrders && { notAsked: say(sentencesOf(workflow.config).notAsked, { code: 'too_many' }) }),
      ...(goesOn && { more: true, cursor: toCursor(goesOn) }),
    }
  },
})
