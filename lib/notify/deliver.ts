import type { Config } from '../config/config.ts'
import type { Notice } from './notice.ts'
import { textOf } from './text-of.ts'

type Options = {
  config: Pick<Config, 'language' | 'orderUrl' | 'notify'>
  fetch: typeof globalThis.fetch
  now: () => number
  /** Prints a message to the terminal of this machine. Absent: nobody is there to read it. */
  print?: ((text: string) => void) | undefined
}

const timeoutMs = 5_000
/** What chat programs take in one message. */
const longestText = 3_000

/** Sends a notice to the configured webhook, and prints it where a person sits. Throws where the receiver does not take it. */
export function createDelivery({ config, fetch, now, print }: Options): (notice: Notice) => Promise<void> {
  return async (notice) => {
    const text = shortened(textOf(notice, config))
    print?.(text)
    const { webhookUrl, format } = config.notify ?? {}
    if (webhookUrl === undefined) return
    const body = format === 'json' ? { kind: notice.code, at: new Date(now()).toISOString(), text, notice } : { text }
    const { ok, status } = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!ok) throw new NotTaken(`status ${status}`)
  }
}

const shortened = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text)

class NotTaken extends Error {
  override name = 'NotTaken'
}
