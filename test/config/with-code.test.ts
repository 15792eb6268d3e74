import { describe, expect, it } from 'vitest'
import demo from '../../bridge.config.ts'
import { assertConfig } from '../../lib/config/assert-config.ts'
import { type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import { toConfigData, withCode } from '../../lib/config/with-code.ts'
import { shopify } from '../../lib/sources/shopify/translate.ts'

const written: ConfigInput = {
  publicUrl: 'https://hooks.example.com',
  appearsWithin: '15m',
  backOffice: { ownerId: 7, limits: { readsPerMinute: 60 } },
  sources: {
    form: { kind: 'typeform', skip: () => true, translate: () => [], requireEmail: false },
    'tea-house': { kind: { ...shopify, kind: 'tea' }, on: ['refunds/create'], orders: { referrer: 9 } },
  },
  reasons: { Defective: '2' },
  language: 'de',
  orderUrl: 'https://my.example.com/orders/{id}',
}

describe('a configuration that was checked when it was packaged', () => {
  it.each([
    ['of the demo', demo, demo],
    ['with code', defineConfig(written), written],
  ] as const)('%s is the same once its data was JSON', (_, config, input) => {
    const data = JSON.parse(JSON.stringify(toConfigData(config)))
    const again: unknown = withCode(data, input)
    expect(again).toEqual(config)
    expect(() => assertConfig(again)).not.toThrow()
  })

  it('keeps no code in its data', () => {
    const { sources } = toConfigData(defineConfig(written))
    expect(Object.keys(sources.form ?? {})).toEqual(['kind', 'requireEmail'])
    expect(Object.keys(sources['tea-house'] ?? {})).toEqual(['on', 'orders'])
  })

  it('is refused where its data would not be the same again', () => {
    const config = defineConfig({ ...written, sources: {} })
    expect(() => toConfigData({ ...config, appearsWithin: Number.POSITIVE_INFINITY })).toThrow('cannot be packaged')
  })
})
