import type { Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { createInvoker, type LocalFunction } from '../../local/lambda.ts'

let clock = 1_000
const invoker = createInvoker({ now: () => clock, newId: () => 'request-1' })
const make = (handler: LocalFunction['handler'], timeoutMs = 5_000): LocalFunction => ({
  name: 'worker',
  timeoutMs,
  handler,
})

describe('functions invoked as Lambda does', () => {
  it('passes event and result through JSON', async () => {
    const event = { at: new Date(0), gone: undefined }
    const seen: unknown[] = []
    const handler = async (given: unknown): Promise<unknown> => {
      seen.push(given)
      return { bytes: Buffer.from('a'), gone: undefined }
    }
    expect(await invoker.invoke(make(handler), event)).toEqual({ bytes: { type: 'Buffer', data: [97] } })
    expect(seen).toEqual([{ at: '1970-01-01T00:00:00.000Z' }])
  })

  it('gives the function its name, its request id and the remaining time', async () => {
    const { promise, resolve } = Promise.withResolvers<Context>()
    const hearing = make((_event: never, given: Context) => resolve(given), 120_000)
    await invoker.invoke(hearing, {})
    const context = await promise
    expect(context).toMatchObject({ functionName: 'worker', awsRequestId: 'request-1' })
    expect(context.getRemainingTimeInMillis()).toBe(120_000)
    clock += 119_000
    expect(context.getRemainingTimeInMillis()).toBe(1_000)
    clock += 5_000
    expect(context.getRemainingTimeInMillis()).toBe(0)
  })

  it('passes on an error, even one that is thrown at once', async () => {
    const failing = make(() => {
      throw new Error('at once')
    })
    await expect(invoker.invoke(failing, {})).rejects.toThrow('at once')
  })

  it('fails at the timeout, and counts the run until it has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = make(() => promise, 20)
    await expect(invoker.invoke(slow, {})).rejects.toThrow('worker: Task timed out after 0.02 seconds')
    let settled = false
    const settling = invoker.settled().then(() => {
      settled = true
    })
    await new Promise((next) => setTimeout(next, 20))
    expect(settled).toBe(false)
    resolve()
    await settling
  })
})
