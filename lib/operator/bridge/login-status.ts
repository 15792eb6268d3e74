import * as z from 'zod'
import { sentencesOf } from '../../sentences/languages.ts'
import { defineCommand } from '../operator.ts'
import { loginView } from '../views/login-view.ts'

/** Where the login to the back office stands. Reads only: nothing is sent. */
export const loginStatus = defineCommand({
  name: 'login.status',
  input: z.strictObject({}),
  run: async ({ session, workflow }) => loginView(await session.status(), sentencesOf(workflow.config)),
})
