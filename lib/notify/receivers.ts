import type { Config } from '../config/config.ts'
import { subjectOf, textOf } from './text-of.ts'
import type { Notice } from './words.ts'

type Options = {
  config: Pick<Config, 'language' | 'orderUrl' | 'notify'>
  fetch: typeof globalThis.fetch
  now: () => number
  /** Prints a message to the terminal of this machine. Absent: nobody is there to read it. */
  print?: ((text: string) => void) | undefined
  /** Sends an e-mail to those who get them. Absent: nobody does. */
  publish?: ((message: { subject: string; text: string }) => Promise<void>) | undefined
}

/** Takes a notice. Rejects where it was not taken. */
export type Receiver = (notice: Notice) => Promise<void>
const timeoutMs = 5_000
/** What chat programs take in one message. */
const longestText = 3_000

/** Everybody who is told, by names that stay the same: what one did not take is kept under its name. */
export function createReceivers({ config, fetch, now, print, publish }: Options): Readonly<Record<string, Receiver>> {
  const { webhookUrl, format } = config.notify ?? {}
  const said = (notice: Notice) => shortened(textOf(notice, config))
  return {
    ...(print && { terminal: async (notice: Notice) => print(said(notice)) }),
    ...(publish && { email: (notice: Notice) => publish({ subject: subjectOf(notice, config), text: said(notice) }) }),
    ...(webhookUrl !== undefined && {
      webhook: async (notice: Notice) => {
        const text = said(notice)
        const facts = { kind: notice.code, at: new Date(now()).toISOString(), text, notice }
        const { ok, status } = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(format === 'json' ? facts : { text }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!ok) throw Object.assign(new Error(`status ${status}`), { name: 'NotTaken' })
      },
    }),
  }
}

const shortened = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text)
