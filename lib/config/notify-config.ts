import * as z from 'zod'

const rule = 'write the address that takes the messages, such as https://hooks.example.com/services/...'

const isLocal = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** https, because whoever reads the address may send to it; http only for this machine. */
function isReceiver(text: string): boolean {
  const url = URL.parse(text)
  if (!url || `${url.username}${url.password}` !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
}

/** Whom the bridge tells what people must know. */
export const notifyConfig = z.strictObject({
  webhookUrl: z.string(rule).refine(isReceiver, { error: rule }),
  /** `slack`: `{"text"}`, which most chat programs take; `json` has the codes and ids as well. */
  format: z.enum(['slack', 'json'], "write 'slack' or 'json'").prefault('slack'),
})
