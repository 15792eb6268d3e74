import { describe, expect, it } from 'vitest'
import { assertConfig } from '../../lib/config/assert-config.ts'
import { ConfigError } from '../../lib/config/checked.ts'
import { type ConfigInput, defineConfig, durationMs } from '../../lib/config/config.ts'
import { requiresEmail } from '../../lib/config/source-family.ts'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import { wire } from '../../lib/wire.ts'
import { sourceOf } from '../sources/hooks.ts'

const mistakesOf = (input: unknown): string[] => {
  try {
    defineConfig(input as ConfigInput)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

/** What a program sends, no form. */
const programs = ['standard', 'sendcloud']

describe('the configuration', () => {
  it('needs only sources, and gives durations in milliseconds', () => {
    expect(defineConfig({ sources: {} })).toMatchObject({
      backOffice: {},
      sources: {},
      reasons: {},
      appearsWithin: 3_600_000,
      duplicateWindow: 604_800_000,
    })
  })

  it('speaks English unless it says German', () => {
    expect(defineConfig({ sources: {} }).language).toBe('en')
    expect(defineConfig({ sources: {}, language: 'de' }).language).toBe('de')
    expect(mistakesOf({ sources: {}, language: 'fr' })).toContain("  language: write 'en' or 'de'")
  })

  it.each([
    'https://my.example.com/orders/{id}',
    'https://my.example.com/?order={id}&tab=all#returns',
    'http://127.0.0.1:3000/orders/{id}',
    'http://localhost/{id}',
    'http://[::1]:8080/{id}',
  ])('takes an address of orders: %s', (orderUrl) => {
    expect(defineConfig({ sources: {}, orderUrl }).orderUrl).toBe(orderUrl)
  })

  it.each([
    'http://my.example.com/orders/{id}',
    'https://my.example.com/orders',
    'https://my.example.com/{id}/{id}',
    'https://{id}.example.com/',
    'https://my.example.com:{id}/',
    'https://anna:secret@my.example.com/{id}',
    'javascript:alert({id})',
    'my.example.com/{id}',
    7,
  ])('refuses another address of orders: %s', (orderUrl) => {
    expect(mistakesOf({ sources: {}, orderUrl })).toEqual([
      'bridge.config.ts has 1 mistake:',
      expect.stringMatching(/^ {2}orderUrl: write the address of an order with \{id\} once/),
    ])
  })

  it('reports all mistakes at once', () => {
    const [head, ...mistakes] = mistakesOf({
      publicUrl: 'ftp://example.com',
      backOffice: { ownerId: 0 },
      sources: {
        'Bad Name': { kind: 'standard' },
        operator: { kind: 'standard' },
        shop: { kind: 'magento', on: [''], skip: 'no', translate: 3, topics: [] },
        form: { kind: 'tally', fields: { a: 'unknown' } },
      },
      reasons: { defective: 'three' },
      appearsWithin: '1 hour',
      duplicateWindow: 7,
      colour: 'blue',
    })
    expect(head).toBe(`bridge.config.ts has ${mistakes.length} mistakes:`)
    const expected = [
      /^ {2}publicUrl: /,
      /^ {2}backOffice\.ownerId: /,
      /^ {2}sources\.Bad Name: use lower-case letters/,
      /^ {2}sources\.operator: choose another name: operator and constructor are reserved/,
      /^ {2}sources\.shop\.kind: use one of: shopify, /,
      /^ {2}sources\.shop\.on\.0: /,
      /^ {2}sources\.shop\.skip: write a function/,
      /^ {2}sources\.shop\.translate: write a function/,
      /^ {2}sources\.shop: .*topics/,
      /^ {2}sources\.form\.fields\.a: /,
      /^ {2}reasons\.defective: a reason id is a number as text/,
      /^ {2}appearsWithin: write a whole number and s, m, h or d/,
      /^ {2}duplicateWindow: /,
      /^ {2}\(top level\): .*colour/,
    ]
    for (const mistake of expected) expect(mistakes).toContainEqual(expect.stringMatching(mistake))
    expect(mistakes).toHaveLength(expected.length)
  })

  it('reports the mistakes of a source together with the mistake in its name', () => {
    const sources = { 'Bad Name': { kind: 'magento', topics: [] }, operator: 'none' }
    expect(mistakesOf({ sources }).slice(1)).toEqual([
      expect.stringMatching(/^ {2}sources\.Bad Name: use lower-case letters/),
      expect.stringMatching(/^ {2}sources\.operator: choose another name: operator and constructor are reserved/),
      expect.stringMatching(/^ {2}sources\.Bad Name\.kind: use one of: /),
      expect.stringMatching(/^ {2}sources\.Bad Name: .*topics/),
      expect.stringMatching(/^ {2}sources\.operator: .*object/),
    ])
  })

  it('lets forms write to an order twenty times a day by default, and never as often as they like', () => {
    expect(defineConfig({ sources: {} }).formsPerOrderAndDay).toBe(20)
    expect(defineConfig({ sources: {}, formsPerOrderAndDay: 1_000 }).formsPerOrderAndDay).toBe(1_000)
    for (const formsPerOrderAndDay of [0, 1_001, 1.5, '20', Number.POSITIVE_INFINITY]) {
      const [, mistake] = mistakesOf({ sources: {}, formsPerOrderAndDay })
      expect(mistake).toBe('  formsPerOrderAndDay: write a whole number from 1 to 1000')
    }
  })

  it('keeps events for 30 days and the records of facts for 400 by default', () => {
    const retentionOf = (retention: object) => defineConfig({ sources: {}, retention }).retention
    expect(defineConfig({ sources: {} }).retention).toEqual({ days: 30, ledgerDays: 400 })
    expect(retentionOf({ days: 7 })).toEqual({ days: 7, ledgerDays: 400 })
    expect(retentionOf({ stoppedDays: 7 })).toEqual({ days: 30, ledgerDays: 400, stoppedDays: 7 })
    expect(retentionOf({ days: 30, ledgerDays: 30 })).toEqual({ days: 30, ledgerDays: 30 })
  })

  it.each([
    [{ days: 0 }, '  retention.days: write whole days from 1 to 3650, such as 30'],
    [{ days: 1.5 }, '  retention.days: write whole days from 1 to 3650, such as 30'],
    [{ days: '30' }, '  retention.days: write whole days from 1 to 3650, such as 30'],
    [{ days: 5_000, ledgerDays: 3_650 }, '  retention.days: write whole days from 1 to 3650, such as 30'],
    [{ ledgerDays: 29 }, '  retention.ledgerDays: write whole days from 30 to 3650'],
    [
      { days: 60, ledgerDays: 59 },
      '  retention.ledgerDays: write as much as days, or more: the record of a fact outlives its event',
    ],
    [{ stoppedDays: 6 }, '  retention.stoppedDays: write whole days from 7 to 3650, such as 90, or leave it out'],
    [{ payloadDays: 30 }, '  retention.payloadDays: write `days` instead: an event is kept whole, and then deleted'],
  ])('refuses the retention %j', (retention, mistake) => {
    expect(mistakesOf({ sources: {}, retention }).slice(1)).toEqual([mistake])
  })

  it.each([['http://hooks.example.com/x'], ['https://me:secret@hooks.example.com/x'], ['hooks.example.com'], ['']])(
    'refuses to tell %j',
    (webhookUrl) => {
      const [mistake, ...others] = mistakesOf({ sources: {}, notify: { webhookUrl } }).slice(1)
      expect(mistake).toMatch(/^ {2}notify\.webhookUrl: write the address that takes the messages/)
      expect(others).toEqual([])
      expect(mistake).not.toContain('secret')
    },
  )

  it.each([
    [{ email: 'shop' }, '.email: write one e-mail address, such as shop@example.com'],
    [{ email: 'a@example.com, b@example.com' }, '.email: write one e-mail address, such as shop@example.com'],
    [{ format: 'json' }, ': name an `email`, a `webhookUrl` or both: nobody would be told'],
    [{ email: 'a@example.com', colour: 'red' }, ': unknown setting "colour"'],
  ])('refuses to tell %j', (notify, mistake) => {
    expect(mistakesOf({ sources: {}, notify }).slice(1)).toEqual([`  notify${mistake}`])
  })

  it.each([
    [{ orders: 5 }, '.orders: write a path as text, such as "/rest/orders"'],
    [{ orders: 'rest/orders' }, '.orders: write a path without address and query, such as "/rest/orders"'],
    [{ user: '//evil.example/rest/user' }, '.user: write a path without address and query, such as "/rest/user"'],
    [{ user: '/rest/../user' }, '.user: write a path without address and query, such as "/rest/user"'],
    [{ contacts: '/rest/contacts?all=1' }, /^\.contacts: write a path without address and query/],
    [{ ordersOfContact: '/rest/contacts/orders' }, '.ordersOfContact: {contactId} is missing'],
    [
      { ordersOfContact: '/rest/{contact}/orders' },
      /^\.ordersOfContact: \{contactId\} is missing\n.*\.ordersOfContact: the bridge cannot fill \{contact\}$/,
    ],
    [{ user: '/rest/users/{id}' }, '.user: the bridge cannot fill {id}'],
    [{ login: '/login' }, ': unknown setting "login"'],
  ])('refuses the paths %j', (routes, mistake) => {
    const said = mistakesOf({ sources: {}, backOffice: { routes } }).slice(1).join('\n')
    const of = '  backOffice.routes'
    expect(said.startsWith(of) && said.slice(of.length)).toEqual(
      typeof mistake === 'string' ? mistake : expect.stringMatching(mistake),
    )
  })

  it('names every mistake in the paths, and takes those of another back office', () => {
    const routes = { orders: 'x', ordersOfContact: '/a', contacts: 1, user: '/u/{id}' }
    expect(mistakesOf({ sources: {}, backOffice: { routes } })).toHaveLength(5)
    const own = { orders: '/api/v2.1/orders', ordersOfContact: '/api/contacts/{contactId}/orders' }
    expect(defineConfig({ sources: {}, backOffice: { routes: own } }).backOffice.routes).toEqual(own)
  })

  it('is marked as checked, unlike a plain object or a copy', () => {
    const config = defineConfig({ sources: {} })
    expect(() => assertConfig(config)).not.toThrow()
    for (const other of [{ sources: {} }, { ...config }, undefined, null, 'text'])
      expect(() => assertConfig(other)).toThrow(
        new ConfigError('bridge.config.ts must export default defineConfig({...}).'),
      )
    expect(() => wire({ ...config })).toThrow(ConfigError)
  })

  it.each([undefined, null, 'text', []])('refuses %s as a whole', (input) => {
    expect(mistakesOf(input)[1]).toMatch(/^ {2}\(top level\): /)
  })

  it.each(['constructor', 'a'.repeat(64), '-a', 'a_b', 'a/b', ''])('refuses the source name "%s"', (name) => {
    expect(mistakesOf({ sources: Object.fromEntries([[name, { kind: 'standard' }]]) })).toHaveLength(2)
  })
})

describe('settings that do not fit the kind of their source', () => {
  const publicUrl = 'https://hooks.example.com'

  it('are reported by path, with what to write instead', () => {
    const sources = {
      shop: { kind: 'shopify', on: ['refund/create', 'orders/edited', ''], fields: { nr: 'order_number' } },
      woo: { kind: 'woocommerce', orders: 'any', on: ['order.refunded'], appName: 'Mine' },
      form: { kind: 'typeform', on: ['returns'], fields: { nr: 'order-number', mail: 7 }, appName: 'Mine' },
      own: { kind: 'standard', on: ['return.request'], tells: 'withdrawal' },
      mapped: { kind: 'tally', on: ['return'], fields: { nr: 'order_number' }, translate: () => [] },
      list: { kind: 'tally', on: 'return', fields: ['order_number'] },
      none: { kind: 'tally', withdrawals: 'return' },
      portal: { kind: 'sendcloud', returnStatus: { received: 9.3 }, tells: 'withdrawal' },
      unused: { kind: 'sendcloud', returns: 'never' },
      paid: { kind: 'sendcloud', returns: 'refunded', returnStatus: { announced: 9.3 } },
      ware: { kind: 'bigcommerce', orders: 'any', returns: 'approved', refunds: 'shipped' },
      good: { kind: 'shopify', returns: 'refunded', refunds: 'restocked' },
      shipped: { kind: 'shopify', refunds: 'shipped' },
      odd: { kind: 'shopify', returns: 'always' },
      some: { kind: 'tally', withdrawals: 'return', tells: 'withdrawal' },
      asked: { kind: 'shopify', withdrawals: 'return', tells: 'withdrawal' },
      'shop-none': { kind: 'shopify', withdrawals: 'return' },
    }
    expect(mistakesOf({ sources }).slice(1).sort()).toEqual([
      expect.stringMatching(/^ {2}sources\.form\.appName: remove this: a source of kind typeform has no such setting$/),
      expect.stringMatching(/^ {2}sources\.form\.fields\.mail: use order_number, order_label, /),
      expect.stringMatching(/^ {2}sources\.form\.fields\.nr: use order_number, order_label, /),
      '  sources.form.on.0: use a topic of the kind typeform: return, comment',
      expect.stringMatching(/^ {2}sources\.list\.fields: write an object from field names of the form to ours/),
      expect.stringMatching(/^ {2}sources\.list\.on: write a list of topics/),
      '  sources.mapped.fields: remove this: translate replaces the mapping',
      '  sources.mapped.on: remove this: translate replaces the mapping',
      "  sources.none.withdrawals: remove this, or set tells: 'withdrawal' of a form or of shopify: nothing that it sends is one",
      "  sources.odd.returns: write 'approved', 'refunded' or 'never'",
      '  sources.own.on.0: use a topic of the kind standard: return.requested, return.cancelled, comment.submitted, withdrawal.declared',
      '  sources.own.tells: remove this: only of a form, or of what customers ask shopify for, can each message be one',
      '  sources.paid.returns: remove this: nothing that a source of kind sendcloud sends depends on it',
      expect.stringMatching(
        /^ {2}sources\.portal\.returnStatus: write \{ announced: \.\.\. \}, a status without a label: sendcloud/,
      ),
      '  sources.portal.tells: remove this: only of a form, or of what customers ask shopify for, can each message be one',
      '  sources.shipped.refunds: write shippedFrom of the bridge as well: without it nobody knows what is shipped',
      "  sources.shop-none.withdrawals: remove this, or set tells: 'withdrawal' of a form or of shopify: nothing that it sends is one",
      '  sources.shop.fields: remove this: a source of kind shopify has no such setting',
      expect.stringMatching(
        /^ {2}sources\.shop\.on\.0: use a topic of the kind shopify: refunds\/create, .*orders\/edited/,
      ),
      '  sources.shop.on.2: write a topic',
      '  sources.ware.refunds: remove this: nothing that a source of kind bigcommerce sends depends on it',
      '  sources.ware.returns: remove this: nothing that a source of kind bigcommerce sends depends on it',
      '  sources.woo.appName: remove this: a source of kind woocommerce has no such setting',
      '  sources.woo.on.0: use a topic of the kind woocommerce: order.updated, order.created, order.cancelled',
    ])
  })

  it('name what links of messages lack: an address of the bridge, and somebody who gets them', () => {
    const notify = { webhookUrl: 'https://hooks.example.com/x', links: 'email' } as const
    expect(() => defineConfig({ sources: {}, notify })).toThrow(
      /^ {2}notify\.links: name an `email` as well.*\n {2}publicUrl: write the bridge's own address: links of `notify` lead there/m,
    )
    expect(defineConfig({ sources: {}, publicUrl, notify: { ...notify, links: 'all' } }).notify?.links).toBe('all')
  })

  it('name every source that needs publicUrl, in one mistake', () => {
    const sources = { crm: { kind: 'hubspot' }, ware: { kind: 'shopware' }, form: { kind: 'tally' } }
    expect(mistakesOf({ sources })).toEqual([
      'bridge.config.ts has 1 mistake:',
      "  publicUrl: write the bridge's own address: crm, ware cannot work without it",
    ])
    expect(mistakesOf({ publicUrl, sources })).toEqual([])
  })

  it('may be every topic of the kind, and any topic of a custom sender', () => {
    for (const kind of sourceKinds) {
      const on = [...(sourceOfKind(kind)?.topics ?? [])]
      expect(on.length).toBeGreaterThan(0)
      expect(mistakesOf({ publicUrl, sources: { a: { ...sourceOf(kind), on } } })).toEqual([])
    }
    const { topics: _topics, takes: _takes, ...own } = sourceOfKind('tally') ?? {}
    const source = { kind: own, on: ['anything'], fields: { nr: 'order_number' }, appName: 'Mine' }
    expect(mistakesOf({ sources: { a: source } })).toEqual([])
  })

  it('may be fields for every form service, and appName only for Shopware', () => {
    const taken = (setting: object) =>
      sourceKinds.filter(
        (kind) => mistakesOf({ publicUrl, sources: { a: { ...sourceOf(kind), ...setting } } }).length === 0,
      )
    const forms = sourceKinds.filter((kind) => sourceOfKind(kind)?.family === 'forms' && !programs.includes(kind))
    expect(taken({ fields: { nr: 'order_number' } })).toEqual(forms)
    expect(taken({ appName: 'Mine' })).toEqual(['shopware'])
  })
})

describe('the title of a source', () => {
  it.each([7, ' ', 'x'.repeat(61)])('is a short text: %j', (title) => {
    const rule = 'write what people call the source, in 60 characters at most, such as "Return form"'
    expect(mistakesOf({ sources: { form: { kind: 'tally', title } } }).slice(1)).toEqual([
      `  sources.form.title: ${rule}`,
    ])
  })
})

describe('the shop whose labels people type', () => {
  const shops = { eu: { kind: 'shopify' }, us: { kind: 'woocommerce' } }
  it.each([
    ['a shop of the configuration', { ...shops, form: { kind: 'tally', labelsOf: 'us' } }, []],
    ['nobody', { ...shops, form: { kind: 'tally', labelsOf: 'uk' } }, ['form.labelsOf: use one of: eu, us']],
    ['a form', { ...shops, form: { kind: 'tally', labelsOf: 'form' } }, ['form.labelsOf: use one of: eu, us']],
    [
      'a shop where there is none',
      { form: { kind: 'standard', labelsOf: 'eu' } },
      ['form.labelsOf: there is no shop in `sources`: remove this'],
    ],
    ['a shop', { eu: { kind: 'shopify', labelsOf: 'us' } }, ['eu.labelsOf: remove this: a shop knows its own labels']],
    ['no text', { form: { kind: 'tally', labelsOf: 7 } }, ['form.labelsOf: write the name of a shop of `sources`']],
  ])('is %s', (_title, sources, mistakes) => {
    expect(mistakesOf({ sources }).slice(1)).toEqual(mistakes.map((mistake) => `  sources.${mistake}`))
  })
})

describe('the orders of a source', () => {
  const ordersOf = (orders: unknown) => mistakesOf({ sources: { a: { kind: 'standard', orders } } }).slice(1)

  it.each([
    { referrer: 9 },
    { referrer: 177.01 },
    { referrer: '143' },
    { referrer: '143.' },
    { plentyId: 0 },
    { numberPrefix: 'EU-' },
    { referrer: 9, plentyId: 1, numberPrefix: '3' },
  ])('can be named by %j', (orders) => {
    expect(ordersOf(orders)).toEqual([])
  })

  it.each([
    [{ referrer: undefined }, '  sources.a.orders: name at least one of referrer, plentyId and numberPrefix'],
    [{}, '  sources.a.orders: name at least one of referrer, plentyId and numberPrefix, or remove this'],
    [{ referrer: 'amazon' }, '  sources.a.orders.referrer: write a referrer id, such as 9 or 177.01, or the beginning'],
    [{ referrer: '' }, '  sources.a.orders.referrer: write a referrer id'],
    [{ plentyId: '1' }, '  sources.a.orders.plentyId: write the id of a client'],
    [{ numberPrefix: ' ' }, '  sources.a.orders.numberPrefix: write the beginning of the external numbers'],
    ['EU-', '  sources.a.orders: write what its orders have in common'],
  ])('cannot be named by %j', (orders, mistake) => {
    const [first = '', ...others] = ordersOf(orders)
    expect([first.slice(0, mistake.length), others]).toEqual([mistake, []])
  })
})

it.each([
  [{ a: { kind: 'shopware' }, b: { kind: 'woocommerce' } }, ['a', 'b']],
  [{ a: { kind: 'shopware', orders: 'any' }, b: { kind: 'shopware' }, c: { kind: 'shopify' } }, ['b']],
  [{ a: { kind: 'shopware', orders: { referrer: 9 } }, b: { kind: 'bigcommerce', orders: 'any' } }, []],
  [{ a: { kind: 'shopify' }, b: { kind: 'shopware' }, c: { kind: 'shopify' } }, []],
])('asks two shops whose order numbers may be the same for their orders: %j', (sources, names) => {
  const mistakes = names.map(
    (name) =>
      `  sources.${name}.orders: write what its orders have in common, such as { referrer: 9 }, or 'any': a, b can give two orders one number`,
  )
  expect(mistakesOf({ publicUrl: 'https://bridge.example', sources }).slice(1)).toEqual(mistakes)
})

it('never takes a misspelt name of the orders of a source for all orders', () => {
  const sources = { a: { kind: 'standard', orders: { referer: 9 } } }
  expect(mistakesOf({ sources })).toContain('  sources.a.orders: unknown setting "referer"')
})

describe('a setting of the wrong shape', () => {
  it.each([
    [
      { backOffice: { ownerId: '7', limits: { readsPerMinute: 0, writesPerDay: 1.5 } } },
      'backOffice.ownerId',
      'number',
    ],
    [{ backOffice: { limits: { readsPerMinute: 0 } } }, 'backOffice.limits.readsPerMinute', 'write more than 0'],
    [{ backOffice: { limits: { writesPerDay: 1.5 } } }, 'backOffice.limits.writesPerDay', 'write a whole number'],
    [{ backOffice: { limits: { readsPerDay: '9' } } }, 'backOffice.limits.readsPerDay', 'a number'],
    [{ backOffice: 'https://backoffice.example.com' }, 'backOffice', 'write an object {...}'],
    [{ reasons: { late: 3 } }, 'reasons.late', 'a reason id is a number as text, such as "3"'],
    [{ reasons: { late: '3.5' } }, 'reasons.late', 'a reason id is a number as text, such as "3"'],
    [{ reasons: ['3'] }, 'reasons', 'write an object {...}'],
    [
      { reasons: { Broken: '3', 'broken ': '4' } },
      'reasons',
      'two reasons differ only in case or in spaces around them: keep one of them',
    ],
    [{ appearsWithin: 60 }, 'appearsWithin', 'write a whole number and s, m, h or d, such as "15m"'],
    [{ duplicateWindow: '-7d' }, 'duplicateWindow', 'write a whole number and s, m, h or d, such as "15m"'],
    [{ sources: { a: { kind: 'tally', requireEmail: 'yes' } } }, 'sources.a.requireEmail', 'write true or false'],
    [{ sources: { a: 'tally' } }, 'sources.a', 'write an object {...}'],
    [{ sources: ['tally'] }, 'sources', 'write an object {...}'],
    [{ sources: { Bad: 7 } }, 'sources.Bad', 'write an object {...}'],
    [{ sources: { a: { kind: 'tally', on: [7] } } }, 'sources.a.on.0', 'write a topic as text'],
    [
      { backOffice: { constants: { referrers: [{ channel: 'web' }] } } },
      'backOffice.constants.referrers.0',
      'write one of the shapes that docs/configuration.md shows',
    ],
    [
      { backOffice: { constants: { statuses: { cancelled: 8.1 } } } },
      'backOffice.constants.statuses.cancelled',
      'write ranges of statuses',
    ],
    [
      { backOffice: { constants: { statuses: { cancelled: [[9, 8]] } } } },
      'backOffice.constants.statuses.cancelled.0',
      'write ranges of statuses',
    ],
    [
      { backOffice: { constants: { statuses: { cancelled: [[8, 10]] } } } },
      'backOffice.constants.statuses.cancelled',
      'the range of active returns (returnFrom to returnTo) is within it',
    ],
    [{ shippedFrom: 'sent' }, 'shippedFrom', 'write the status from which on an order is shipped, such as 7'],
    [{ returnStatus: { announced: '9.3' } }, 'returnStatus.announced', 'write a status of returns, such as 9.01'],
    [{ returnStatus: { announced: 8.1 } }, 'returnStatus.announced', 'this one means cancelled or incomplete'],
    [
      { sources: { a: { kind: 'tally', returnStatus: { announced: 1 } } } },
      'sources.a.returnStatus.announced',
      'this one means cancelled or incomplete',
    ],
    [{ publicUrl: 'hooks.example.com' }, 'publicUrl', 'write the address that senders call'],
    [{ publicUrl: 'https://a:b@hooks.example.com' }, 'publicUrl', 'without user name and query'],
    [{ publicUrl: 'https://hooks.example.com/?key=1' }, 'publicUrl', 'without user name and query'],
    [{ consoleUrl: 'bridge.example.com' }, 'consoleUrl', 'write the address at which a proxy shows the console'],
    [{ consoleUrl: 'https://bridge.example.com/console' }, 'consoleUrl', 'without a path'],
  ])('%j is reported in plain words', (input, path, words) => {
    const mistakes = mistakesOf({ sources: {}, ...input }).slice(1)
    expect(mistakes.filter((mistake) => mistake.startsWith(`  ${path}: `)).join('\n')).toContain(words)
    expect(mistakes.join('\n')).not.toMatch(/invalid|expected|received/i)
  })
})

describe('durations', () => {
  it.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['7d', 604_800_000],
  ])('%s', (text, ms) => {
    expect(durationMs(text)).toBe(ms)
    expect(defineConfig({ sources: {}, appearsWithin: text }).appearsWithin).toBe(ms)
  })

  it.each(['', '0s', '-1h', '1.5h', '1w', 'h', '1h ', '1 h', '01h', '1234567s', 'PT1H'])('refuse "%s"', (text) => {
    expect(() => durationMs(text)).toThrow(TypeError)
    expect(mistakesOf({ sources: {}, duplicateWindow: text })).toHaveLength(2)
  })
})

describe('whether the e-mail must belong to the order', () => {
  it.each(
    sourceKinds.map((kind) => [kind, !programs.includes(kind) && sourceOfKind(kind)?.family === 'forms'] as const),
  )('is, by default, for %s: %s', (kind, required) => {
    expect(requiresEmail({ kind })).toBe(required)
  })

  it.each(sourceKinds)('is what the configuration says for %s', (kind) => {
    expect(requiresEmail({ kind, requireEmail: true })).toBe(true)
    expect(requiresEmail({ kind, requireEmail: false })).toBe(false)
  })
})
