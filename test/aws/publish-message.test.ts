import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createExchange } from '../../lib/aws/exchange.ts'
import { createPublish } from '../../lib/aws/publish-message.ts'
import { listen } from '../../local/listen.ts'
import { person } from '../cli/lambda-api.ts'
import { isSigned, keyIdOf } from './is-signed.ts'

const topic = 'arn:aws:sns:eu-central-1:123456789012:backoffice-bridge-prod-Notifications-1A2B'
const denied = `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>AuthorizationError</Code>
<Message>User: arn:aws:sts::123456789012:assumed-role/worker is not authorized to perform: SNS:Publish</Message></Error></ErrorResponse>`

/** A stand-in of SNS on loopback that checks signatures, and what it was sent. */
async function startTopics({ token, broken }: { token?: string; broken?: { status: number; body: string } } = {}) {
  const published: Record<string, string>[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    if (broken) return outgoing.writeHead(broken.status).end(broken.body)
    const isKnown = keyIdOf(incoming) === person.id && incoming.headers['x-amz-security-token'] === token
    if (!isKnown || !isSigned(incoming, { body, secret: person.secret, service: 'sns' }))
      return outgoing.writeHead(403).end(denied)
    published.push(Object.fromEntries(new URLSearchParams(body)))
    return outgoing.end('<PublishResponse><PublishResult/></PublishResponse>')
  })
  const { url, close } = await listen(server, 0)
  onTestFinished(() => close())
  const publish = ({ secret = person.secret } = {}) =>
    createPublish({
      access: {
        ...{ url: `${url}/`, region: 'eu-central-1', accessKeyId: person.id, secretAccessKey: secret },
        sessionToken: token,
      },
      topic,
      exchange: createExchange({ timeoutMs: 200 }),
      now: () => Date.parse('2026-03-02T09:00:00.123Z'),
    })
  return { publish, published }
}

describe('a message to a topic', () => {
  const message = { subject: 'It is closed', text: 'Zeile 1 & größer\n- shopify/d-1 https://x.example/?a=1&b=%20+' }

  it('is signed as AWS demands it, with the token of a session', async () => {
    for (const token of [undefined, 'to/ken=+']) {
      const { publish, published } = await startTopics(token === undefined ? {} : { token })
      await publish()(message)
      expect(published).toEqual([
        {
          ...{ Action: 'Publish', Version: '2010-03-31', TopicArn: topic },
          ...{ Subject: message.subject, Message: message.text },
        },
      ])
    }
  })

  it('fails by the name that AWS gives it, and without its words', async () => {
    const { publish } = await startTopics()
    const error = await publish({ secret: 'other' })(message).catch((one: Error) => one)
    expect(error).toMatchObject({ name: 'AuthorizationError', message: 'SNS answered 403' })
  })

  it.each([
    [{ status: 500, body: '' }],
    [{ status: 503, body: '<Code>Slow <b>Down</Code>' }],
    [{ status: 302, body: '<html>' }],
  ])('fails where SNS answers %j', async (broken) => {
    const { publish } = await startTopics({ broken })
    await expect(publish()(message)).rejects.toMatchObject({ name: 'NotPublished' })
  })
})
