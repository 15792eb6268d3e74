import type { Exchange } from './exchange.ts'
import { type AwsAccess, signPost } from './node-signer.ts'

type Options = { access: AwsAccess; topic: string; exchange: Exchange; now: () => number }

/** `subject`: at most 100 ASCII characters; e-mails show it. `text`: at most 256 KB. */
type Message = { subject: string; text: string }

/**
 * Sends a message to a topic of SNS, which speaks AWS's query protocol (SNS API reference, Publish). Rejects with an error that is named
 * as SNS names it, or with what happened to the connection. It is sent once: whoever sends repeats it later.
 */
export function createPublish({ access, topic, exchange, now }: Options): (message: Message) => Promise<void> {
  return async ({ subject, text }) => {
    const fields = { Action: 'Publish', Version: '2010-03-31', TopicArn: topic, Subject: subject, Message: text }
    const body = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const answer = await exchange(await signPost({ access, service: 'sns', headers, body, nowMs: now() }))
    if (answer.status !== 200) throw toError(answer.status, answer.body)
  }
}

/** Only the name that AWS gives it: its words can name the topic's account. */
function toError(status: number, body: string): Error {
  const name = /<Code>([A-Za-z.]{1,60})<\/Code>/.exec(body)?.[1] ?? 'NotPublished'
  return Object.assign(new Error(`SNS answered ${status}`), { name })
}
