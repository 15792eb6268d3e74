import { describe, expect, it } from 'vitest'
import type { Answer, SignedRequest } from '../../lib/aws/exchange.ts'
import { awsServices, createSignedCall } from '../../lib/aws/signed-call.ts'
import { isSigned } from './is-signed.ts'

const start = Date.parse('2026-03-02T09:00:00.123Z')
const access = {
  url: 'https://dynamodb.eu-central-1.amazonaws.com/',
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: 'token/of+the=role',
}
const done = { status: 200, date: undefined, body: '{}' }
const refusal = (name: string, status = 400, date?: string): Answer => ({
  status,
  date,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'why' }),
})

/** A client whose requests get these answers, one after another; `tookMs`: how long each of them is under way. */
const play = (...answers: (Answer | Error)[]) => playFor([], ...answers)

function playFor(tookMs: number[], ...answers: (Answer | Error)[]) {
  let now = start
  const sent: SignedRequest[] = []
  const waits: number[] = []
  const heard: unknown[] = []
  const call = createSignedCall({
    service: awsServices.dynamoDb,
    access,
    exchange: async (request) => {
      sent.push(request)
      now += tookMs[sent.length - 1] ?? 0
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? done
      if (answer instanceof Error) throw answer
      return answer
    },
    now: () => now,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    heard: (date) => heard.push(date),
  })
  return { call, sent, waits, heard }
}

function isRight({ url, headers, body }: SignedRequest): boolean {
  const signed = { body, secret: access.secretAccessKey, service: 'dynamodb' }
  return isSigned({ headers: { ...headers, host: url.host }, url: '/' } as never, signed)
}

describe('a request', () => {
  it('is signed as AWS demands it, and its signature holds the operation, the session and the body', async () => {
    const { call, sent } = play(done)
    await call('PutItem', { TableName: 'events' })
    await call('GetItem', { TableName: 'events' })
    for (const request of sent) {
      const { authorization = '', ...headers } = request.headers
      expect(authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260302\/eu-central-1\/dynamodb\/aws4_request, /,
      )
      expect(authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token;x-amz-target,')
      expect(isRight(request)).toBe(true)
      expect(headers).toMatchObject({
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-date': '20260302T090000Z',
        'x-amz-security-token': access.sessionToken,
      })
    }
    expect(sent.map(({ headers, body }) => [headers['x-amz-target'], body])).toEqual([
      ['DynamoDB_20120810.PutItem', '{"TableName":"events"}'],
      ['DynamoDB_20120810.GetItem', '{"TableName":"events"}'],
    ])
  })

  it('answers what the service answers, and passes its time on', async () => {
    const date = 'Mon, 02 Mar 2026 09:00:00 GMT'
    const { call, heard } = play({ status: 200, date, body: '{"Item":{"id":{"S":"1"}}}' })
    expect(await call('GetItem', {})).toEqual({ Item: { id: { S: '1' } } })
    expect(heard).toEqual([date])
  })
})

describe('a refusal', () => {
  it.each([
    'ConditionalCheckFailedException',
    'ValidationException',
    'AccessDeniedException',
    'ResourceNotFoundException',
  ])('has the name that AWS gives it, and is not sent again: %s', async (name) => {
    const { call, sent } = play(refusal(name), done)
    await expect(call('PutItem', {})).rejects.toMatchObject({ name, message: 'why', status: 400 })
    expect(sent).toHaveLength(1)
  })

  it.each<[string, Answer | Error, number]>([
    ['throttled', refusal('ThrottlingException'), 250],
    ['throttled by the table', refusal('ProvisionedThroughputExceededException'), 250],
    ['throttled by status', refusal('Whatever', 429), 250],
    ['not served', refusal('InternalServerError', 500), 50],
    ['not served, by something that speaks no JSON', { status: 503, date: undefined, body: '<html>' }, 50],
    ['cut off', Object.assign(new Error('reset'), { code: 'ECONNRESET' }), 50],
    ['not answered in time', Object.assign(new Error('late'), { name: 'TimeoutError' }), 50],
    ['answered by half a message', { status: 200, date: undefined, body: '{"Item":' }, 50],
  ])('of a request that was %s is sent once more, a moment later', async (_title, first, waitMs) => {
    const { call, sent, waits } = play(first, done)
    expect(await call('PutItem', { id: 1 })).toEqual({})
    expect(waits).toEqual([waitMs])
    expect(sent.map(({ body }) => body)).toEqual(['{"id":1}', '{"id":1}'])
  })

  it('that comes twice is given to the caller', async () => {
    const { call, sent } = play(refusal('ThrottlingException'))
    await expect(call('PutItem', {})).rejects.toMatchObject({ name: 'ThrottlingException' })
    expect(sent).toHaveLength(2)
    const cut = play(Object.assign(new Error('late'), { name: 'TimeoutError' }))
    await expect(cut.call('PutItem', {})).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('without a name is named by its status', async () => {
    const { call } = play({ status: 413, date: undefined, body: 'null' })
    await expect(call('PutItem', {})).rejects.toMatchObject({ name: 'Http413', status: 413 })
  })

  it('of our time is sent once more with the time of the service, which holds from then on', async () => {
    const late = refusal('InvalidSignatureException', 400, 'Mon, 02 Mar 2026 10:00:00 GMT')
    const { call, sent } = play(late, done)
    await call('PutItem', {})
    await call('PutItem', {})
    expect(sent.map(({ headers }) => headers['x-amz-date'])).toEqual([
      '20260302T090000Z',
      '20260302T100000Z',
      '20260302T100000Z',
    ])
    expect(sent.map(isRight)).toEqual([true, true, true])
  })

  it('after a freeze of the function says nothing of the time: the next request is signed by our own clock', async () => {
    const late = { ...done, date: 'Mon, 02 Mar 2026 09:00:00 GMT' }
    const { call, sent } = playFor([3 * 60 * 60_000], late)
    await call('PutItem', {})
    await call('PutItem', {})
    expect(sent.map(({ headers }) => headers['x-amz-date'])).toEqual(['20260302T090000Z', '20260302T120000Z'])
  })

  it('after a freeze leaves the time of the service as it was known', async () => {
    const refused = refusal('InvalidSignatureException', 400, 'Mon, 02 Mar 2026 10:00:00 GMT')
    const { call, sent } = playFor([0, 3 * 60 * 60_000], refused, { ...done, date: 'Mon, 02 Mar 2026 10:00:00 GMT' })
    await call('PutItem', {})
    await call('PutItem', {})
    expect(sent.at(-1)?.headers['x-amz-date']).toBe('20260302T130000Z')
  })

  it('of a signature is given to the caller where both clocks agree', async () => {
    const { call, sent } = play(refusal('InvalidSignatureException', 400, 'Mon, 02 Mar 2026 09:00:01 GMT'), done)
    await expect(call('PutItem', {})).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    expect(sent).toHaveLength(1)
  })
})
