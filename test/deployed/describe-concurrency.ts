import { expect, it } from 'vitest'
import type { Account } from './account.ts'
import { reservedExecutions } from './reserved-executions.ts'

/** The options that stay as they were. */
export function describeConcurrency(accountOf: () => Account): void {
  it('executions are reserved for webhooks when asked for, stay so, and are given back', {
    timeout: 6 * 60_000,
  }, async () => {
    const account = accountOf()
    const reserved = async () => [
      await reservedExecutions(account, 'form-webhook'),
      await reservedExecutions(account, 'shop-webhook'),
      await reservedExecutions(account, 'worker'),
    ]
    expect(await reserved()).toEqual([undefined, undefined, undefined])
    expect(await account.deploy('--yes', '--webhook-concurrency', '20')).toMatchObject({ code: 0 })
    expect(await reserved()).toEqual([20, 20, undefined])
    const again = await account.deploy('--yes')
    expect(again.output).toContain('The stack is this release already.')
    expect(await reserved()).toEqual([20, 20, undefined])
    expect(await account.deploy('--yes', '--webhook-concurrency', '0')).toMatchObject({ code: 0 })
    expect(await reserved()).toEqual([undefined, undefined, undefined])
  })

  it('the address for alarms stays until it is taken away', { timeout: 6 * 60_000 }, async () => {
    const account = accountOf()
    const addresses = async () => {
      const found = await account.emulator.call<{ Subscriptions: { Endpoint: string }[] }>('sns', 'list_subscriptions')
      return found.Subscriptions.map(({ Endpoint }) => Endpoint)
    }
    expect(await account.deploy('--yes', '--alarm-email', 'you@example.com')).toMatchObject({ code: 0 })
    expect(await addresses()).toEqual(['you@example.com'])
    expect((await account.deploy('--yes')).output).toContain('The stack is this release already.')
    expect(await addresses()).toEqual(['you@example.com'])
    expect(await account.deploy('--yes', '--alarm-email', '')).toMatchObject({ code: 0 })
    expect(await addresses()).toEqual([])
  })
}
