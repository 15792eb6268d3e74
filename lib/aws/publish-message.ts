import type { Exchange } from './exchange.ts'
import { type AwsAccess, signPost } from './node-signer.ts'

type Options = { access: AwsAccess; topic: string; exchange: Exchange; now: () => number }
/** `subject`: at most 100 ASCII characters; e-mails show it. `text`: at most 256 KB. */
type Message = { subject: string; text: string }

/** Sends a message once (SNS API reference, Publish). Rejects with SNS's own error, or that of the connection. */
export const createPublish =
  ({ access, topic, exchange, now }: Options): ((message: Message) => Promise<void>) =>
  async ({ subject, text }) => {
    const fields = { Action: 'Publish', Version: '2010-03-31', TopicArn: topic, Subject: subject, Message: text }
    const body = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const answer = await exchange(await signPost({ access, service: 'sns', headers, body, nowMs: now() }))
    if (answer.status === 200) return
    // Only the name that AWS gives it: its words can name the topic's account.
    const name = /<Code>([A-Za-z.]{1,60})<\/Code>/.exec(answer.body)?.[1] ?? 'NotPublished'
    throw Object.assign(new Error(`SNS answered ${answer.status}`), { name })
  }
