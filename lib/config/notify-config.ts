import * as z from 'zod'
import { isSafeAddress } from './back-office-config.ts'

const rule = 'write the address that takes the messages, such as https://hooks.example.com/services/...'
const emailRule = 'write one e-mail address, such as shop@example.com'
export const notifyConfig = z
  .strictObject({
    /** Gets every message by e-mail, through a topic of the deployed stage. */
    email: z.email(emailRule).max(320, emailRule).optional(),
    /** Whoever reads the address may send to it. */
    webhookUrl: z.string(rule).refine(isSafeAddress, { error: rule }).optional(),
    /** `slack`: `{"text"}`, which most chat programs take; `json` has the codes and ids as well. */
    format: z.enum(['slack', 'json'], "write 'slack' or 'json'").prefault('slack'),
  })
  .refine(({ email, webhookUrl }) => email !== undefined || webhookUrl !== undefined, {
    error: 'name an `email`, a `webhookUrl` or both: nobody would be told',
  })
