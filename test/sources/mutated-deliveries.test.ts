import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import type { Delivery, SourceSettings } from '../../lib/sources/source.ts'
import { understand } from '../../lib/workflow/translate/translate-event.ts'
import { nowMs, signed } from './deliveries.ts'
import { createHooks, kindOf, publicUrl, secretFor, sourceOf } from './hooks.ts'
import { type Mutation, mutate, mutations } from './mutate.ts'
import { type Message, messagesOf } from './published-payloads.ts'

/**
 * Samples and published messages with parts that nobody would expect, signed by their sender: each is stored or refused, its worker ends
 * it, and it never asks for more than the message did. `MUTATED_DELIVERIES=1000 npx vitest run test/sources/mutated-deliveries.test.ts`
 * sends as many of each sender.
 */
const perSender = Number(process.env.MUTATED_DELIVERIES ?? 25)
const timeoutMs = 20_000 + perSender * 300

/** Only one of its deliveries came back, so nobody knows which lines. */
const twoDeliveries: Message = {
  name: 'two deliveries',
  contentType: 'application/json',
  body: Buffer.from(
    JSON.stringify({
      data: {
        event: 'state_enter.order_delivery.state.returned',
        payload: { order: { id: 'a', orderNumber: '1001', deliveries: ['returned', 'shipped'].map(inState) } },
      },
      source: { shopId: 'demoShop', eventId: 'e1' },
    }),
  ),
}
function inState(technicalName: string) {
  return { stateMachineState: { technicalName } }
}

/** Whether its order has a list of exactly one delivery, whatever that is. */
function namesOneDelivery({ delivery }: InboxEvent): boolean {
  const { deliveries } = JSON.parse(delivery.body.toString()).data.payload.order
  return Array.isArray(deliveries) && deliveries.length === 1
}

/** A message with mutations in what its sender has encoded: JSON, JSON in a part, or a form. */
function mutated({ body, contentType }: Message, made: readonly Mutation[]): { body: Buffer; erases: boolean } {
  const text = body.toString()
  if (contentType.startsWith('multipart')) {
    const json = text.match(/name="rawRequest"\r\n(?:[^\r]+\r\n)*\r\n([^\r]*)\r\n/)?.[1] ?? ''
    const { text: changed, erases } = mutate(JSON.parse(json), made)
    return { body: Buffer.from(text.replace(json, () => changed)), erases }
  }
  if (contentType.startsWith('application/x-www-form')) {
    const { text: changed, erases } = mutate(Object.fromEntries(new URLSearchParams(text)), made)
    const pairs = Object.entries(JSON.parse(changed === '' ? 'null' : changed) ?? {}).map(
      ([key, value]): [string, string] => [key, typeof value === 'object' ? '{}' : String(value)],
    )
    return {
      body: Buffer.from(new URLSearchParams(pairs).toString()),
      erases,
    }
  }
  const { text: changed, erases } = mutate(JSON.parse(text), made)
  return { body: Buffer.from(changed), erases }
}

const codes: readonly string[] = [...reasonsByStatus.failed, ...reasonsByStatus.ignored, ...reasonsByStatus.held]

/** What a source may be configured as: its defaults, every topic, and for a form that each submission is a withdrawal. */
function configurationsOf(kind: string, { fields }: Message): SourceSettings[] {
  const { family, topics, isProgram } = kindOf(kind)
  const plain = { kind, publicUrl, ...(fields && { fields }) }
  const isForm = family === 'forms' && !isProgram
  return [plain, { ...plain, on: topics ?? [] }, ...(isForm ? [{ ...plain, tells: 'withdrawal' as const }] : [])]
}

/** What a delivery asks for, in short: `create-return`, `create-return of all`, or nothing. */
function asksFor(kind: string, event: InboxEvent, settings: SourceSettings): Set<string> {
  const { id, source, receivedAt, delivery } = event
  const translation = kindOf(kind).translate({ id, source, receivedAt, ...delivery }, settings)
  const commands = 'commands' in translation ? translation.commands : []
  return new Set(
    commands.flatMap((command) =>
      ['lines' in command && command.lines === 'all' ? [`${command.type} of all`] : [], command.type].flat(),
    ),
  )
}

async function accept(kind: string, from: Delivery) {
  const hooks = createHooks({
    secrets: { [kind]: [secretFor(kind)] },
    config: { publicUrl, sources: { [kind]: sourceOf(kind) } },
  })
  const { status, body: answer } = await hooks.send(kindOf(kind).family, from)
  const stored = (await hooks.inbox.list({ limit: 10 })).events.length
  if (hooks.logged.some((line) => !line.startsWith('webhook refused'))) expect.fail(hooks.logged.join())
  if (status === 401 || status === 413) expect(stored).toBe(0)
  else if (status !== 200) expect.fail(`answers ${status}`)
  else if (answer.status === 'ignored') expect(isEvent(kind, from)).toBe(false)
  else expect(stored).toBe(1)
  return { status, event: answer.id === undefined ? undefined : await hooks.inbox.get(answer.id) }
}

const isEvent = (kind: string, from: Delivery): boolean =>
  kindOf(kind).identify(from, { kind }).kind === 'event' && kindOf(kind).labels?.(from, { kind })?.isEvent !== false

describe.each(sourceKinds)('%s', (kind) => {
  const messages = [...messagesOf(kind), ...(kind === 'shopware' ? [twoDeliveries] : [])]
  // By its name: a counterexample with all its bytes is a page.
  const anyMessage = fc.constantFrom(...messages.map(({ name }) => name))
  const messageOf = (named: string) => messages.find(({ name }) => name === named) as Message
  const config = defineConfig({ publicUrl, sources: { [kind]: sourceOf(kind) } })
  const sign = ({ topic, contentType }: Message, body: Buffer) =>
    signed(kindOf(kind), { body, secret: secretFor(kind), publicUrl, contentType, ...(topic && { topic }) })
  const eventOf = (message: Message, body = message.body): InboxEvent => {
    const from = sign(message, body)
    const identity = kindOf(kind).identify(from, { kind })
    const headers = identity.kind === 'event' ? identity.headers : {}
    return { id: `${kind}/1`, source: kind, receivedAt: nowMs, delivery: { body, headers } } as InboxEvent
  }

  function expectNoMore(message: Message, event: InboxEvent, erases: boolean) {
    for (const settings of configurationsOf(kind, message)) {
      const told = asksFor(kind, eventOf(message), settings)
      for (const asked of asksFor(kind, event, settings)) {
        // A withdrawal that names nothing is about the whole order.
        const isNothingNamed = erases && asked === 'declare-withdrawal of all' && told.has('declare-withdrawal')
        // One whose other delivery is gone says that all of the order came back.
        const isOnlyOne = erases && message === twoDeliveries && namesOneDelivery(event)
        if (
          !told.has(asked) &&
          asked !== 'add-comment' &&
          !isNothingNamed &&
          !(isOnlyOne && asked.startsWith('create-return'))
        )
          expect.fail(`${message.name} asks for ${[...told]}, and mutated for ${asked} (${JSON.stringify(settings)})`)
      }
    }
    const { translated } = understand(event, config)
    if (Array.isArray(translated)) expect(translated.length).toBeGreaterThan(0)
    else expect(codes).toContain(translated.reason.code)
    expect(Object.keys(Object.prototype)).toEqual([])
  }

  it('takes messages that were mutated before they were signed', { timeout: timeoutMs }, async () => {
    await fc.assert(
      fc.asyncProperty(anyMessage, mutations, async (name, made) => {
        const message = messageOf(name)
        const { body, erases } = mutated(message, made)
        const { status, event } = await accept(kind, sign(message, body))
        // The shop and the time of Shopware's proof are in the body.
        if (status === 401) expect(kind).toBe('shopware')
        if (event) expectNoMore(message, event, erases)
      }),
      { numRuns: perSender },
    )
  })
})
