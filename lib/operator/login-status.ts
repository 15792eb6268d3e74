import * as z from 'zod'
import { loginView } from './login-view.ts'
import { defineCommand } from './operator.ts'

/** Where the login to the back office stands. Reads only: nothing is sent. */
export const loginStatus = defineCommand({
  name: 'login.status',
  input: z.strictObject({}),
  run: async ({ session }) => loginView(await session.status()),
})
