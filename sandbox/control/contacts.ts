import * as z from 'zod'
import { contactView } from '../contact-view.ts'
import { putContact } from '../put-contact.ts'
import { ok } from '../reply.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'

const contactInput = z.looseObject({
  id: z.int().positive().optional(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  singleAccess: z.enum(['0', '1']).optional(),
  options: z.array(z.looseObject({ typeId: z.int(), value: z.string() })).optional(),
})

/** Stores one contact. */
export const contacts: ControlCall = {
  method: 'POST',
  path: '/sandbox/contacts',
  answer: withBody(contactInput, (world, contact) => ok(contactView(putContact(world.store, contact)))),
}
