import { inspect } from 'node:util'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type LyingServer, listenLying, type Received, type Reply } from './lying-server.ts'
import { errorOf, soon, startWorker } from './one-worker.ts'

/** Short where the client knows them: nothing about those looks like a secret. */
const secrets = { token: 'tk-81', refresh: 'c0ffee00-1111-4222-8333-444455556666', password: 'pw-83' }
const all = Object.values(secrets)
/** What a careless server says: whatever it knows, at any place. */
const leak = `The login with ${secrets.password} gave ${secrets.token} and ${secrets.refresh}`

/** Everything of an error that could end up in a log: message, stack, causes at any depth, hidden properties, JSON. */
const spelledOut = (error: unknown): string =>
  [
    String(error),
    JSON.stringify(error),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    inspect(error, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
  ].join('\n')

let server: LyingServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const login = (): Reply => ({
  body: { access_token: secrets.token, token_type: 'Bearer', refresh_token: secrets.refresh },
})

type Answers = {
  toLogin?: (request: Received) => Reply | undefined
  toCall?: (request: Received) => Reply | undefined
  requestTimeoutMs?: number
}

/** The errors of a read, of both kinds of write and of a list, facing such answers. */
async function errorsFacing({
  toLogin = login,
  toCall = () => undefined,
  requestTimeoutMs = 2_000,
}: Answers): Promise<unknown[]> {
  server = await listenLying((request) => (request.path === '/rest/login' ? toLogin(request) : toCall(request)))
  const { baseUrl, password } = { baseUrl: server.url, password: secrets.password }
  const start = () => startWorker({ baseUrl, credentials: { password }, ownerId: 77, requestTimeoutMs }).backOffice
  const comment = { referenceType: 'order', referenceValue: 1, text: 'x', isVisibleForContact: true } as const
  return await Promise.all([
    errorOf(start().orders.read(1)),
    errorOf(start().orders.create({ typeId: 1 }, soon())),
    errorOf(start().comments.create(comment, soon())),
    errorOf(start().contacts.findByEmail('anna@example.com')),
  ])
}

/** Says back what it was sent, and more; the password goes to the login alone. */
const echo = ({ authorization = '', body }: Received): string =>
  `${authorization} ${body} with ${secrets.token} and ${secrets.refresh}`
const ofStatus =
  (status: number, body: (words: string) => unknown = (words) => ({ error: words })) =>
  (request: Received): Reply => ({ status, body: body(echo(request)) })

const calls: [title: string, toCall: (request: Received) => Reply | undefined, kinds: string[]][] = [
  ['400 with a text', ofStatus(400), ['Rejected']],
  ['403 with an object', ofStatus(403, (words) => ({ error: { code: 7, message: words } })), ['Rejected']],
  ['404 with an array', ofStatus(404, (words) => [words]), ['Rejected']],
  ['422 by field', ofStatus(422, (words) => ({ validation_errors: { amounts: [words, [words]] } })), ['Rejected']],
  ['422 with nested arrays', ofStatus(422, (words) => ({ validation_errors: [[[words]]] })), ['Rejected']],
  ['422 with the secret as a field', ofStatus(422, (words) => ({ errors: { [words]: words } })), ['Rejected']],
  ['409 for a write', ofStatus(409), ['OutcomeUnknown', 'Rejected']],
  ['401, again after a new login', ofStatus(401), ['RetryLater']],
  ['408', ofStatus(408), ['OutcomeUnknown', 'RetryLater']],
  ['429', ofStatus(429), ['RetryLater']],
  ['too many sessions', ofStatus(429, (words) => ({ error: 'too_many_concurrent_sessions', words })), ['RetryLater']],
  ['a page with 404', ofStatus(404, (words) => `<html>${words}</html>`), ['Rejected', 'RetryLater']],
  ['500', ofStatus(500), ['OutcomeUnknown', 'RetryLater']],
  ['a page with 200', ofStatus(200, (words) => `<html>${words}</html>`), ['OutcomeUnknown', 'RetryLater']],
  ['nothing with 200', ofStatus(200, () => ''), ['OutcomeUnknown', 'RetryLater']],
  ['other JSON', ofStatus(200, (words) => ({ [words]: words, id: words })), ['OutcomeUnknown', 'RetryLater']],
  [
    'a redirect',
    (request) => ({ status: 302, headers: { location: `/?t=${echo(request).length}&${secrets.token}` } }),
    ['OutcomeUnknown', 'RetryLater'],
  ],
  ['a cut connection', () => ({ cut: 'before' }), ['OutcomeUnknown', 'RetryLater']],
  ['half a body', () => ({ body: `{"id": "${leak}", "more": 1}`, cut: 'within' }), ['OutcomeUnknown', 'RetryLater']],
  ['no answer', () => undefined, ['OutcomeUnknown', 'RetryLater']],
]

const logins: [title: string, toLogin: (request: Received) => Reply | undefined, kinds: string[]][] = [
  ['401 at the login', ({ body }) => ({ status: 401, body: { error: body } }), ['LoginClosed', 'RetryLater']],
  ['403 at the login', ({ body }) => ({ status: 403, body }), ['LoginClosed', 'RetryLater']],
  ['429 at the login', ({ body }) => ({ status: 429, body }), ['RetryLater']],
  ['500 at the login', ({ body }) => ({ status: 500, body }), ['RetryLater']],
  ['a page at the login', ({ body }) => ({ body: `<html>${body}</html>` }), ['RetryLater']],
  ['a token that no header can carry', () => ({ body: { access_token: `${secrets.token}\n\u00e9` } }), ['RetryLater']],
  ['a token of another type', () => ({ body: { access_token: secrets.token, token_type: leak } }), ['RetryLater']],
  ['no token', ({ body }) => ({ body: { refresh_token: secrets.refresh, body } }), ['RetryLater']],
  ['a cut connection at the login', () => ({ cut: 'before' }), ['RetryLater']],
  ['no answer at the login', () => undefined, ['RetryLater']],
]

/** Only where no answer comes, nobody waits for it. */
const hasty = (title: string) => (title.startsWith('no answer') ? { requestTimeoutMs: 150 } : {})
const seen = new Set<string>()
const namesOf = (errors: unknown[]) => [...new Set(errors.map((error) => (error as Error).name))].toSorted()

function expectNoSecret(errors: unknown[]) {
  for (const error of errors) {
    const text = spelledOut(error)
    for (const secret of all) expect(text.includes(secret), `${secret} in ${text}`).toBe(false)
    expect(text).not.toMatch(/authorization|bearer (?!\[token\])/i)
    seen.add((error as Error).name)
  }
}

describe('no secret stands in an error', () => {
  it.each(calls)('after %s', async (title, toCall, kinds) => {
    const errors = await errorsFacing({ toCall, ...hasty(title) })
    expectNoSecret(errors)
    expect(namesOf(errors)).toEqual(kinds)
  })

  it.each(logins)('after %s', async (title, toLogin, kinds) => {
    const errors = await errorsFacing({ toLogin, ...hasty(title) })
    expectNoSecret(errors)
    expect(kinds).toEqual(expect.arrayContaining(namesOf(errors)))
  })

  it('after nobody listened', async () => {
    const closed = await listenLying(login)
    await closed.close()
    const worker = startWorker({ baseUrl: closed.url, credentials: { password: secrets.password } })
    const error = await errorOf(worker.backOffice.orders.read(1))
    expect((error as Error).message).toContain('could not reach')
    expectNoSecret([error])
  })

  it.each<[string, object]>([
    ['no name', { username: '' }],
    ['no address', { baseUrl: `not an address ${secrets.password}` }],
  ])('after a secret with %s', async (_, change) => {
    const credentials = { password: secrets.password, ...change }
    const { backOffice } = startWorker({ baseUrl: 'http://127.0.0.1:1', credentials })
    expectNoSecret([await errorOf(backOffice.orders.read(1))])
  })

  afterAll(() => {
    expect([...seen].toSorted()).toEqual(['LoginClosed', 'OutcomeUnknown', 'Rejected', 'RetryLater'])
  })
})
