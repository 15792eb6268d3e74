import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { accepted, claimed, toEnded } from '../../lib/inbox/transitions.ts'
import { failed } from '../../lib/reasons.ts'
import { shopify } from '../../lib/sources/shopify/translate.ts'
import { madeFor, operate, waitForStatus } from '../local/running-stack.ts'
import { bridgeWith } from './bridge-with.ts'
import { changeOrder, copyOfOrder } from './copy-of-order.ts'
import { deliver, send } from './deliver.ts'
import { describeInBrowser, type Visit } from './describe-in-browser.ts'
import { about, correct, questions, storedQuestions } from './questions.ts'
import { createReader, type Language, type Words } from './reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'bridge-jobs-'))
const config = {
  ...{ shippedFrom: 7, formsPerOrderAndDay: 1, reasons: { defective: '2' } },
  sources: {
    standard: { kind: 'standard' },
    formspree: { kind: 'formspree' },
    shopify: { kind: 'shopify', title: 'Our shop' },
  },
}
const [desk, telephone] = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 740 }, isMobile: true, hasTouch: true },
]
/** Each job is done in one of them, and the next one in the next; scripts are off in the dark. */
const forms = [desk, telephone].flatMap((size) => [
  { ...size, colorScheme: 'light' as const },
  { ...size, colorScheme: 'dark' as const, javaScriptEnabled: false },
])

/** So many comments were refused once, and the last ones name an order that there is not. */
const [refused, hopeless] = [200, 5]
function* stored(now: number): Generator<InboxEvent> {
  yield* storedQuestions(now)
  for (let each = 0; each < refused; each += 1) {
    const externalNumber = each < refused - hopeless ? 'B-143-0003' : 'B-143-XXXX'
    const said = { type: 'comment.submitted', data: { order: { externalNumber }, text: 'Please call me' } }
    const delivery = { body: Buffer.from(JSON.stringify(said)), headers: {} }
    const ready = accepted({ id: `standard/refused-${each}`, source: 'standard', delivery, now, hintMs: 1 }, 'a')
    const taken = claimed(ready, { now, leaseMs: 60_000, writeId: 'b' }) ?? ready
    yield toEnded(taken, failed({ code: 'rejected', words: 'The text is too long.' }), { now, writeId: 'c' })
  }
}

const sampleOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../local/samples/shopify/${name}.json`, import.meta.url), 'utf8'))

const jobsIn = (language: Language) => (visit: () => Visit) => {
  let jobs = language === 'en' ? 0 : 1
  /** Before the front page. */
  const newcomer = async () => {
    const { stack, person } = visit()
    const page = await person({ ...forms[jobs++ % forms.length], locale: language })
    const see = createReader(page, language)
    await see.front()
    const { url, sandboxUrl = '' } = stack
    const ask = async (command: string, given = {}) => (await operate(url, { command, ...given })).result
    return { stack, url, sandboxUrl, page, see, ask }
  }
  /** A refund of a piece of order 6203001001, as Shopify reports it. */
  const refund = (url: string, id: number, sku: string) => {
    const lines = [{ id, quantity: 1, restock_type: 'return', line_item: { id, sku, name: sku, quantity: 1 } }]
    const names = { id, admin_graphql_api_id: `gid://shopify/Refund/${id}` }
    const body = { ...sampleOf('refund'), ...names, refund_line_items: lines }
    return send(url, shopify, { id: `refund-${id}`, body, topic: 'refunds/create' })
  }

  // First of all: a worker that has just looked knows for five seconds that nothing is paused.
  it('pauses one shop, says who it is, and resumes it', async () => {
    const { stack, url, sandboxUrl, page, see } = await newcomer()
    await page.context().clearCookies()
    await see.follow('Pause', 'Pause')
    await see.choose('Source', 'Quelle', 'Our shop (shopify)')
    await see.fill('Reason, which everybody sees', 'Grund, den alle sehen', 'stock-taking')
    await see.press('Pause', 'Pausieren')
    await see.fill('Your name', 'Ihr Name', 'Nora')
    await see.press('Go on with this name', 'Mit diesem Namen weiter')
    await see.read('It is paused. What comes in is stored.', 'Es ist pausiert. Was eingeht, wird gespeichert.')

    const ofShop = await refund(url, 1, 'TEAPOT-W')
    const other = await about(stack, await copyOfOrder(sandboxUrl, 10_001))
    await waitForStatus(url, other.id, 'done')
    expect((await madeFor(sandboxUrl, 10_001)).returns).toBe(0)
    await see.front()
    await see.read('it holds back 1 open event', 'hält 1 offenes Ereignis auf')
    await see.press('Resume Our shop', 'Our shop weiterlaufen lassen')
    await see.read('It goes on.', 'Es geht weiter.')
    await waitForStatus(url, ofShop, 'done')
    expect(await madeFor(sandboxUrl, 10_001)).toEqual({ returns: 1, comments: 1 })
  })

  it('settles three findings of the audit', async () => {
    const { stack, url, sandboxUrl, see, ask } = await newcomer()
    const made = async (more: object = {}) => {
      const order = await copyOfOrder(sandboxUrl, 10_001)
      const { id } = await about(stack, order, undefined, more)
      await waitForStatus(url, id, 'done')
      return { id, order, orderId: `${order.id}`, returnId: Number((await ask('event.get', { id })).returnIds) }
    }
    const [wanted, unwanted, cancelled] = [await made(), await made(), await made({ parcel: 'P' })]
    for (const { returnId } of [wanted, unwanted]) await changeOrder(sandboxUrl, returnId, { typeId: 4 })
    const data = { parcel: 'P', order: { externalNumber: cancelled.order.externalNumber } }
    const ended = await deliver(url, { id: 'ended', type: 'return.cancelled', data })
    await waitForStatus(url, ended, 'done')
    await ask('audit')

    const settle = async (title: Words, of: { orderId: string }, button: Words) => {
      const finding = see.part(title, of.orderId)
      await finding.fill('Why (everybody sees it)', 'Warum (alle sehen es)', 'As agreed')
      await finding.press(...button)
    }
    const isGone: Words = ['A return is gone', 'Eine Retoure ist weg']
    await see.front()
    await see.follow(
      'The daily check has found 3 things that somebody should look at.',
      'Der tägliche Abgleich hat 3 Sachen gefunden, die jemand ansehen sollte.',
    )
    await settle(isGone, unwanted, ['Forget it', 'Vergessen'])
    await see.read('It was forgotten.', 'Das ist vergessen.')
    const stands: Words = ['The shop has cancelled a return that still stands', 'Der Shop hat eine Retoure storniert']
    await settle(stands, cancelled, ['Leave it as it is', 'So lassen'])
    await see.read('It stays as it is.', 'Sie bleibt, wie sie ist.')
    await settle(isGone, wanted, ['Make it again', 'Neu anlegen'])
    await see.read('is made again.', 'wird neu angelegt.')
    await waitForStatus(url, wanted.id, 'done')
    expect((await ask('audit.findings')).findings).toEqual([])
    const left = [wanted, unwanted, cancelled].map(async ({ order }) => (await madeFor(sandboxUrl, order.id)).returns)
    expect(await Promise.all(left)).toEqual([1, 0, 1])
  })

  it('finds #1001 by its number, and through its order', async () => {
    const { url, see, ask } = await newcomer()
    await send(url, shopify, { id: 'created', body: sampleOf('created'), topic: 'orders/create' })
    const id = await refund(url, 2, 'MUG-BLUE')
    await waitForStatus(url, id, 'done')
    const returnId = String((await ask('event.get', { id })).returnIds)
    await see.search('#1001')
    await see.openRow('Mug, blue')
    await see.heading('Where it stands', 'Stand')
    expect(await see.text()).toContain(returnId)

    await see.findOrder('#1001')
    await see.openRow('6203001001')
    await see.read('number 6203001001', 'Nummer 6203001001')
    expect(await see.text()).toContain(returnId)
    await see.openRow('Our shop')
    await see.heading('Where it stands', 'Stand')
    expect(await see.text()).toContain(returnId)
  })

  it('mends a digit', async () => {
    const { stack, url, sandboxUrl, see } = await newcomer()
    const order = await copyOfOrder(sandboxUrl, 10_001)
    const typed = `${order.externalNumber}7`
    const { id } = await about(stack, { ...order, externalNumber: typed })
    await waitForStatus(url, id, 'failed')
    await see.search(typed)
    await see.openRow('no sales order', 'keinen Kundenauftrag')
    await see.heading('Which order is meant?', 'Welcher Auftrag ist gemeint?')
    await see.follow('Correct', 'Berichtigen')
    expect(await see.filled('Which order is meant?', 'Welcher Auftrag ist gemeint?')).toBe(typed)
    await see.fill('Which order is meant?', 'Welcher Auftrag ist gemeint?', order.externalNumber)
    await correct(see)
    await waitForStatus(url, id, 'done')
    expect(await madeFor(sandboxUrl, order.id)).toEqual({ returns: 1, comments: 1 })
  })

  it('makes a return by hand', async () => {
    const { sandboxUrl, see } = await newcomer()
    const order = await copyOfOrder(sandboxUrl, 10_001)
    await see.findOrder(order.externalNumber)
    await see.openRow(order.externalNumber)
    await see.follow('Create a return', 'Retoure anlegen')
    await see.fill('Mug, blue: pieces that come back', 'Mug, blue: Stück, die zurückkommen', '1')
    await see.choose('Mug, blue: reason', 'Mug, blue: Grund', 'defective')
    await see.press('See what would be sent', 'Zeigen, was gesendet würde')
    expect((await madeFor(sandboxUrl, order.id)).returns).toBe(0)
    await see.press('Create this return', 'Diese Retoure anlegen')
    await see.read('Return of 1 × Mug, blue', 'Retoure: 1 × Mug, blue')
    expect((await madeFor(sandboxUrl, order.id)).returns).toBe(1)
  })

  it('replays 200 after a preview, and sees how they ended', async () => {
    const { sandboxUrl, see, ask } = await newcomer()
    await see.follow('All 200 at once…', 'Alle 200 auf einmal…')
    await see.press('Show what would be moved', 'Zeigen, was bewegt würde')
    await see.read('200 events would be moved', '200 Ereignisse würden bewegt')
    expect((await madeFor(sandboxUrl, 10_003)).comments).toBe(0)
    await see.press('Begin with 200 events', 'Mit 200 Ereignissen beginnen')
    await see.read('200 moved and 0 refused, of 200', '200 bewegt und 0 abgelehnt, von 200')
    await see.heading('How they ended', 'Wie sie endeten')
    expect((await see.text()).replace(/\s+/g, ' ')).toContain(
      see.say(['5 Failed 195 Done', '5 Gescheitert 195 Erledigt']),
    )
    expect((await madeFor(sandboxUrl, 10_003)).comments).toBe(refused - hopeless)
    expect((await ask('event.list', { status: 'failed', reason: 'order_unknown' })).events).toHaveLength(hopeless)
  })

  it('opens a closed login', async () => {
    const { stack, url, sandboxUrl, see } = await newcomer()
    const control = (path: string, body: object) =>
      fetch(`${sandboxUrl}/sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
    await control('users/api-bridge/password', { password: 'changed' })
    await control('faults', { kind: 'expire-tokens' })
    const { id, orderId } = await about(stack, await copyOfOrder(sandboxUrl, 10_001))
    await waitForStatus(url, id, 'waiting')
    await see.front()
    await see.follow('Reset the login', 'Die Anmeldung zurücksetzen')
    await control('users/api-bridge/password', { password: 'demo-password' })
    await see.tick(
      'The secret of the back office is correct now, and its user is not locked.',
      'Das Secret des Backoffice stimmt jetzt, und sein Benutzer ist nicht gesperrt.',
    )
    await see.press('Reset the login', 'Die Anmeldung zurücksetzen')
    await see.read('One more login is allowed.', 'Eine weitere Anmeldung ist erlaubt.')
    await waitForStatus(url, id, 'done')
    expect((await madeFor(sandboxUrl, orderId)).returns).toBe(1)
  })

  it('ends a withdrawal', async () => {
    const { url, see, ask } = await newcomer()
    const data = { order: { externalNumber: 'NOBODY-1' }, declaredAt: '2026-10-01T09:00:00Z' }
    const id = await deliver(url, { id: 'nobody', type: 'withdrawal.declared', data })
    await waitForStatus(url, id, 'held')
    await see.front()
    await see.openRow('Withdrawal', 'Widerruf')
    await see.unfold('Something else', 'Etwas anderes')
    await see.tick(
      'The customer was answered, or it is no withdrawal.',
      'Dem Kunden wurde geantwortet, oder es ist kein Widerruf.',
    )
    await see.fill(
      'Note, kept in the history: how the customer was answered',
      'Notiz, bleibt im Verlauf: was dem Kunden geantwortet wurde',
      'By letter',
    )
    await see.press('Discard', 'Verwerfen')
    await see.read('The event was discarded.', 'Das Ereignis wurde verworfen.')
    await waitForStatus(url, id, 'discarded')
    expect(JSON.stringify((await ask('event.get', { id })).history)).toContain('By letter')
  })

  it.each(Object.entries(questions))('decides an event that is held: %s', async (code, question) => {
    const { stack, url, sandboxUrl, see, ask } = await newcomer()
    const asked = await question.ask(stack)
    await waitForStatus(url, asked.id, 'held')
    expect((await ask('event.get', { id: asked.id })).reason).toMatchObject({ code })
    await see.front()
    await see.openRow(...asked.says)
    await see.heading(...question.is)
    await question.answer(see, stack, asked)
    await waitForStatus(url, asked.id, question.ends ?? 'done')
    expect((await madeFor(sandboxUrl, asked.orderId)).returns).toBe(question.returns ?? 1)
  })
}

for (const language of ['en', 'de'] as const)
  describeInBrowser(`whoever knows only the words of the pages (${language})`, jobsIn(language), async () => ({
    ...(await bridgeWith(join(folder, language), { ...config, language }, stored(Date.now()))),
    LOCAL_TIME_SCALE: '30',
  }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
