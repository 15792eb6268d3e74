import * as z from 'zod'

const rule = 'write the address that takes the messages, such as https://hooks.example.com/services/...'
const emailRule = 'write one e-mail address, such as shop@example.com'

const isLocal = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** https, because whoever reads the address may send to it; http only for this machine. */
function isReceiver(text: string): boolean {
  const url = URL.parse(text)
  if (!url || `${url.username}${url.password}` !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
}

/** Whom the bridge tells what people must know. */
export const notifyConfig = z
  .strictObject({
    /** Gets every message by e-mail, through a topic of the deployed stage. */
    email: z.email(emailRule).max(320, emailRule).optional(),
    webhookUrl: z.string(rule).refine(isReceiver, { error: rule }).optional(),
    /** `slack`: `{"text"}`, which most chat programs take; `json` has the codes and ids as well. */
    format: z.enum(['slack', 'json'], "write 'slack' or 'json'").prefault('slack'),
  })
  .refine(({ email, webhookUrl }) => email !== undefined || webhookUrl !== undefined, {
    error: 'name an `email`, a `webhookUrl` or both: nobody would be told',
  })
