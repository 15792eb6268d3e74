import { execFile } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../local/listen.ts'
import type { Caller } from '../packaged/ground.ts'
import type { Open } from '../packaged/packaged-bridge.ts'
import { copyProject, root } from '../packaging/copy-project.ts'
import type { Account } from './account.ts'

const minute = 60_000
const email = 'shop@example.com'
const tellers = ['stream', 'retry', 'audit'] as const satisfies Caller[]

/** A release whose configuration names an e-mail address: a topic more, which three functions send to. */
export function describeNotifications(accountOf: () => Account, open: Open): void {
  it('with `notify.email` each function that tells people sends to the topic, and no other may', {
    timeout: 6 * minute,
  }, async () => {
    const account = accountOf()
    const chat = await startChat()
    await releaseThatTells(account.release, chat.url)
    const { code, output } = await account.deploy('--yes')
    expect(code, output).toBe(0)
    const { functions, called } = await account.stack()
    const topics = Object.entries(called).map(([caller, name]) => [
      caller,
      functions.get(name)?.variables.NOTIFICATIONS_TOPIC,
    ])
    const [, topic = ''] = topics.find(([caller]) => caller === 'retry') ?? []
    expect(Object.fromEntries(topics)).toEqual({
      ...{ shops: undefined, forms: undefined, decide: undefined, operator: undefined },
      ...{ stream: topic, retry: topic, audit: topic },
    })
    const reader = await readTopic(account, topic)
    expect(await reader.subscribed()).toContainEqual(['email', email])
    const before = account.emulator.decisions.length

    const bridge = await open()
    await bridge.tick('retry')
    bridge.advance(1_000)
    const { id } = await bridge.deliver('standard', 'withdrawal')
    bridge.advance(30_000)
    await bridge.tick('retry')
    expect(await reader.take()).toEqual([['A withdrawal has come in', expect.stringContaining(id)]])

    bridge.advance(11 * minute)
    const refund = await bridge.deliver('shopify', 'refund')
    await bridge.hint(refund.id)
    expect(await reader.take()).toEqual([['The schedule has stopped', expect.stringContaining('Nothing is lost')]])

    const [returnId = 0] = bridge.made((await bridge.event(refund.id)).orderId ?? 0).returns
    bridge.store.orders.put({ ...(bridge.store.orders.get(returnId) ?? expect.fail('no return')), statusId: 8 })
    bridge.advance(24 * 60 * minute)
    expect(await bridge.tick('audit')).toMatchObject({ findings: [{ what: 'return_cancelled' }] })
    expect(await reader.take()).toEqual([['The audit has found something', expect.stringContaining('one difference')]])

    await bridge.tick('retry')
    expect(await reader.take()).toEqual([['The schedule runs again', expect.anything()]])
    const twice = [await bridge.deliver('standard', 'return'), await bridge.deliver('standard', 'return')] as const
    for (const { id } of twice) await bridge.hint(id)
    const question = twice[1].id
    expect(await bridge.event(question)).toMatchObject({ status: 'held', reason: { code: 'possible_duplicate' } })
    await bridge.fault({ method: 'GET', path: '/rest/orders', kind: 'status', status: 422, times: 5 })
    const comment = await bridge.deliver('standard', 'comment')
    await bridge.hint(comment.id)
    expect(await bridge.event(comment.id)).toMatchObject({ status: 'failed' })
    bridge.advance(16 * minute)
    await bridge.tick('retry')
    const [[subject, text] = []] = await reader.take()
    expect([subject, text]).toEqual(['Events wait for somebody', expect.stringContaining(comment.id)])

    const path = /Decide: http:\/\/127\.0\.0\.1:3000(\S+)$/m.exec(text ?? '')?.[1] ?? expect.fail('no link')
    const page = await (await fetch(bridge.url + path)).text()
    expect(page).toContain('Nothing is left to return')
    const body = new URLSearchParams({ answer: 'yes' })
    const answers = await Promise.all(
      [1, 2].map(async () => (await fetch(bridge.url + path, { method: 'POST', body })).status),
    )
    expect(answers.sort()).toEqual([200, 404])
    expect(await bridge.event(question)).toMatchObject({
      status: 'ready',
      history: expect.arrayContaining([expect.objectContaining({ code: 'released', link: 'email' })]),
    })

    expect(chat.texts.map((text) => text.split('\n')[0])).toEqual([
      'A customer has declared a withdrawal from the contract.',
      expect.stringMatching(/^The schedule has not run since /),
      expect.stringMatching(/^The audit has found one difference /),
      'The schedule runs again.',
      'Since the last message:',
    ])

    // The run that sees the decision accepts its note, and the next one writes it.
    for (let runs = 0; runs < 2; runs += 1) {
      bridge.advance(3 * minute)
      await bridge.tick('retry')
    }
    const notes = bridge.store.comments.list().filter(({ text }) => text.includes('question'))
    expect(notes.map(({ text }) => /has a question|was answered/.exec(text)?.[0])).toEqual([
      'has a question',
      'was answered',
    ])

    const calls = account.emulator.decisions.slice(before)
    const retry = functions.get(called.retry)?.role
    const looked = calls.filter(({ caller, resources }) => caller === retry && !`${resources}`.endsWith('/index/wake'))
    expect(looked.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['dynamodb:Query', 'dynamodb:BatchGetItem', 'dynamodb:PutItem']),
    )
    const decide = functions.get(called.decide)?.role
    const decided = calls.filter(({ caller }) => caller === decide)
    const done = ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'secretsmanager:GetSecretValue']
    expect([...new Set(decided.filter(({ allowed }) => allowed).map(({ action }) => action))].sort()).toEqual(done)
    const roles = new Set(tellers.map((caller) => functions.get(called[caller])?.role))
    const published = calls.filter(({ action }) => action === 'sns:Publish')
    expect(new Set(published.map(({ caller }) => caller))).toEqual(roles)
    expect(published.filter(({ allowed, resources }) => !allowed || `${resources}` !== topic)).toEqual([])
  })
}

/** Puts a release of the same project that tells both receivers in the place of the one in `folder`. */
async function releaseThatTells(folder: string, webhookUrl: string): Promise<void> {
  const copy = await copyProject()
  try {
    const written = await readFile(join(root, 'bridge.config.ts'), 'utf8')
    const config = written.replace(
      'defineConfig({',
      `defineConfig({\n  notify: { email: '${email}', webhookUrl: '${webhookUrl}', links: 'email' },\n  notes: true,`,
    )
    await writeFile(join(copy, 'bridge.config.ts'), config)
    await promisify(execFile)('npm', ['run', '--silent', 'release'], { cwd: copy })
    await rm(folder, { recursive: true })
    await cp(join(copy, 'release'), folder, { recursive: true })
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The chat program of a shop, on loopback. */
async function startChat() {
  const texts: string[] = []
  const server = createServer(async (asked, answer) => {
    texts.push(((await json(asked)) as { text: string }).text)
    answer.end('ok')
  })
  const { url, close } = await listen(server, 0)
  onTestFinished(() => close())
  return { url: `${url}/services/T000/B000`, texts }
}

/** A queue that gets what the topic is sent: an e-mail cannot be read here. */
async function readTopic({ emulator }: Account, TopicArn: string) {
  const { QueueUrl } = await emulator.call<{ QueueUrl: string }>('sqs', 'create_queue', { QueueName: 'reader' })
  const asked = { QueueUrl, AttributeNames: ['QueueArn'] }
  const { Attributes } = await emulator.call<{ Attributes: { QueueArn: string } }>('sqs', 'get_queue_attributes', asked)
  await emulator.call('sns', 'subscribe', { TopicArn, Protocol: 'sqs', Endpoint: Attributes.QueueArn })
  return {
    async subscribed() {
      type Subscriptions = { Subscriptions: { Protocol: string; Endpoint: string }[] }
      const found = await emulator.call<Subscriptions>('sns', 'list_subscriptions_by_topic', { TopicArn })
      return found.Subscriptions.map(({ Protocol, Endpoint }) => [Protocol, Endpoint])
    },
    /** Subject and text of each message since the last call. */
    async take(): Promise<[string, string][]> {
      const { Messages = [] } = await emulator.call<{ Messages?: { Body: string; ReceiptHandle: string }[] }>(
        ...(['sqs', 'receive_message', { QueueUrl, MaxNumberOfMessages: 10 }] as const),
      )
      for (const { ReceiptHandle } of Messages)
        await emulator.call('sqs', 'delete_message', { QueueUrl, ReceiptHandle })
      return Messages.map(({ Body }) => JSON.parse(Body) as { Subject: string; Message: string }).map(
        ({ Subject, Message }) => [Subject, Message],
      )
    },
  }
}
