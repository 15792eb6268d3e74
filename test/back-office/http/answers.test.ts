import { describe, expect, it } from 'vitest'
import { answerTable, failureOf, NotSent, verdictOf } from '../../../lib/back-office/http/answers.ts'
import { OutcomeUnknown, Rejected, RetryLater } from '../../../lib/errors.ts'
import { lyingOffice } from '../lying-office.ts'
import type { Reply } from '../lying-server.ts'
import { errorOf, soon } from '../one-worker.ts'

const office = lyingOffice()

const workerFacing = (reply: Reply | undefined, requestTimeoutMs = 2_000) =>
  office.facing(() => reply, { requestTimeoutMs })

const comment = { referenceType: 'order', referenceValue: 10001, text: 'x', isVisibleForContact: true } as const
const statusReply = (status: number): Reply => ({ status, body: { error: { message: 'no' } } })
const retry = { type: RetryLater, code: 'cause' }
const deferral = { type: RetryLater, code: 'not_ready' }
const rejected = { type: Rejected }
const unknown = { type: OutcomeUnknown }

/** docs/back-office.md 10.2, 12.3, written a second time. */
const rows: { status: number; read: object; write: object }[] = [
  ...[400, 403, 404, 405, 413, 422].map((status) => ({ status, read: rejected, write: rejected })),
  ...[402, 406, 409, 410, 415, 418, 423, 425, 451].map((status) => ({ status, read: rejected, write: unknown })),
  { status: 429, read: deferral, write: deferral },
  { status: 408, read: retry, write: unknown },
  ...[300, 301, 302, 303, 304, 307, 308].map((status) => ({ status, read: retry, write: unknown })),
  ...[500, 501, 502, 503, 504, 507, 520, 599].map((status) => ({ status, read: retry, write: unknown })),
]

const shape = (error: unknown) => ({
  type: (error as Error).constructor,
  ...(error instanceof RetryLater && { code: error.code }),
})

describe('the answer table', () => {
  it.each(rows)('judges $status by what it proves, for a read and for a write', async ({ status, read, write }) => {
    const { backOffice } = await workerFacing(statusReply(status))
    expect(shape(await errorOf(backOffice.orders.read(10001)))).toEqual(read)
    expect(shape(await errorOf(backOffice.comments.create(comment, soon())))).toEqual(write)
    expect(shape(await errorOf(backOffice.orders.create({ typeId: 1 }, soon())))).toEqual(write)
  })

  it('defers what is refused with a second 401, also a write', () => {
    expect(verdictOf(401, 'read')).toBe('deferral')
    expect(verdictOf(401, 'write')).toBe('deferral')
  })

  it('sends every request once, whatever is answered', async () => {
    for (const status of [302, 307, 408, 421, 429, 500, 503]) {
      const { backOffice } = await workerFacing(statusReply(status))
      await errorOf(backOffice.orders.create({ typeId: 1 }, soon()))
      expect(office.count('POST /rest/orders'), `POST after ${status}`).toBe(1)
    }
  })

  it('never follows a redirect', async () => {
    const { backOffice } = await workerFacing({ status: 302, headers: { location: '/rest/elsewhere' } })
    await errorOf(backOffice.orders.read(10001))
    expect(office.count('GET /rest/elsewhere')).toBe(0)
  })

  it('has a row for every status', () => {
    for (let status = 100; status < 1000; status += 1)
      expect(answerTable.some(({ from, to }) => status >= from && status <= to)).toBe(true)
    expect(verdictOf(-1, 'write')).toBe('unknown')
    expect(verdictOf(-1, 'read')).toBe('retry')
  })
})

const lies: [title: string, reply: Reply][] = [
  ['HTML with 200', { body: '<!DOCTYPE html><p>no', headers: { 'content-type': 'text/html', 'x-location': '/' } }],
  ['nothing with 200', { body: '' }],
  ['nothing with 204', { status: 204 }],
  ['half of a JSON', { body: '{"id": 47, "typeId": 3, "orderIt' }],
  ['a connection that ends within the body', { body: { id: 47, typeId: 3, statusId: 9.01 }, cut: 'within' }],
  ['other JSON', { body: { hello: 'world' } }],
  ['null', { body: 'null' }],
  ['a connection that ends before an answer', { cut: 'before' }],
  ['an id that no double can hold', { body: '{"id": 9007199254740993, "typeId": 3, "statusId": 9.01}' }],
  ['an id that is no integer', { body: { id: 47.5, typeId: 3, statusId: 9.01 } }],
  ['an id of zero', { body: { id: 0, typeId: 3, statusId: 9.01 } }],
]

describe('an answer that lies', () => {
  it.each(lies)('%s is retried for a read and has an unknown outcome for a write', async (_, reply) => {
    const { backOffice } = await workerFacing(reply)
    expect(await errorOf(backOffice.orders.read(47))).toBeInstanceOf(RetryLater)
    expect(await errorOf(backOffice.orders.create({ typeId: 1 }, soon()))).toBeInstanceOf(OutcomeUnknown)
    expect(office.count('POST /rest/orders')).toBe(1)
  })

  it('names the place and never the content', async () => {
    const { backOffice } = await workerFacing({ body: { id: 47, typeId: 'anna@example.com', statusId: 1 } })
    const error = (await errorOf(backOffice.orders.read(47))) as Error
    expect(error.message).toContain('typeId')
    expect(error.message).not.toContain('anna')
  })

  it('does not accept another order than the one asked for', async () => {
    const { backOffice } = await workerFacing({ body: { id: 48, typeId: 1, statusId: 7 } })
    expect(await errorOf(backOffice.orders.read(47))).toBeInstanceOf(RetryLater)
  })
})

describe('a refusal that is not the service’s own', () => {
  it.each([
    [404, '<html><h1>404 Not Found</h1><hr>nginx</html>'],
    [403, '<html>Request blocked</html>'],
    [400, 'Bad Request'],
    [410, 'Gone'],
  ])('of %i with %j is retried for a read', async (status, body) => {
    const { backOffice } = await workerFacing({ status, body })
    expect(shape(await errorOf(backOffice.orders.read(47)))).toEqual(retry)
  })

  it('without any body is a refusal', async () => {
    const { backOffice } = await workerFacing({ status: 404 })
    expect(shape(await errorOf(backOffice.orders.read(47)))).toEqual(rejected)
  })

  it.each([403, 404, 413])('of %i in HTML proves all the same that nothing was written', async (status) => {
    const { backOffice } = await workerFacing({ status, body: '<html>no</html>' })
    expect(shape(await errorOf(backOffice.orders.create({ typeId: 1 }, soon())))).toEqual(rejected)
  })
})

it('a refusal whose body breaks off is a refusal all the same', async () => {
  const { backOffice } = await workerFacing({ status: 422, body: { error: 'No.' }, cut: 'within' })
  const error = await errorOf(backOffice.orders.create({ typeId: 1 }, soon()))
  expect(error).toMatchObject({ name: 'Rejected', status: 422 })
})

it('an answer that does not come in time is retried for a read and has an unknown outcome for a write', async () => {
  const { backOffice, calls } = await workerFacing(undefined, 100)
  const error = (await errorOf(backOffice.orders.read(47))) as Error
  expect(error).toBeInstanceOf(RetryLater)
  expect(error.message).toContain('not answered in time')
  expect(await errorOf(backOffice.orders.create({ typeId: 1 }, soon()))).toBeInstanceOf(OutcomeUnknown)
  expect(calls.at(-1)).toMatchObject({ method: 'POST', route: '/rest/orders', status: 'unknown' })
})

const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause })

describe('what an error of fetch proves', () => {
  it('that nothing was sent where it says so itself, and nothing else does', () => {
    expect(failureOf(new NotSent('the connection was refused', { cause: undefined }))).toBe('neverConnected')
    expect(failureOf(new NotSent('the bridge failed', { isBug: true, cause: new Error('no') }))).toBe('bug')
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT']) {
      const error = Object.assign(new Error(code), { code })
      expect(failureOf(error)).toBe('connectionLost')
      expect(failureOf(fetchFailed(error))).toBe('connectionLost')
    }
  })

  it('a timeout is a timeout, also as the reason of what Node aborts', () => {
    const late = new DOMException('late', 'TimeoutError')
    expect(failureOf(late)).toBe('timedOut')
    expect(failureOf(new Error('aborted', { cause: late }))).toBe('timedOut')
    expect(failureOf({ name: 'TimeoutError' })).toBe('connectionLost')
    expect(failureOf('thrown text')).toBe('connectionLost')
    expect(failureOf(fetchFailed(null))).toBe('connectionLost')
    expect(failureOf(undefined)).toBe('connectionLost')
  })
})
