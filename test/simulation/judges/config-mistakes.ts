import { type ConfigInput, defineConfig } from '../../../lib/config/config.ts'

type Row = readonly [settings: object, mistaken: readonly string[]]

const own = (settings: object, kind = 'tally'): object => ({ sources: { own: { kind, ...settings } } })
const kept = (retention: unknown): object => ({ retention })
const url = { publicUrl: 'https://hooks.example.com' }

/** Settings, and which of them are mistakes: every one is named, and none that is not. */
const rows: Row[] = [
  [{}, []],
  [{ appearsWithin: '0h' }, ['appearsWithin']],
  [
    { appearsWithin: '1.5h', duplicateWindow: '7 d', parcelWindow: '60' },
    ['appearsWithin', 'duplicateWindow', 'parcelWindow'],
  ],
  [{ appearsWithin: '999999s', parcelWindow: '1d' }, []],
  [kept({ days: 1, ledgerDays: 30 }), []],
  [kept({ days: 0 }), ['retention.days']],
  [kept({ days: 3_650, ledgerDays: 3_650 }), []],
  [kept({ days: 3_651, ledgerDays: 3_651 }), ['retention.days', 'retention.ledgerDays']],
  [kept({ ledgerDays: 29 }), ['retention.ledgerDays']],
  [kept({ days: 5, ledgerDays: 29 }), ['retention.ledgerDays']],
  [kept({ days: 31, ledgerDays: 30 }), ['retention.ledgerDays']],
  [kept({ days: 401 }), ['retention.ledgerDays']],
  [kept({ days: 30.5 }), ['retention.days']],
  [kept({ payloadDays: 3 }), ['retention.payloadDays']],
  [{ reasons: { a: '2', b: '04' } }, []],
  [{ reasons: { ' A': '2', 'a ': '4' } }, ['reasons']],
  [{ reasons: { a: 2, b: 'x' } }, ['reasons.a', 'reasons.b']],
  [{ formsPerOrderAndDay: 0, sameParcel: 'never' }, ['sameParcel', 'formsPerOrderAndDay']],
  [{ formsPerOrderAndDay: 1_001 }, ['formsPerOrderAndDay']],
  [{ publicUrl: 'hooks.example.com' }, ['publicUrl']],
  [{ publicUrl: 'https://hooks.example.com/?a=1' }, ['publicUrl']],
  [{ publicUrl: 'https://a:b@hooks.example.com' }, ['publicUrl']],
  [{ publicUrl: 'ftp://hooks.example.com' }, ['publicUrl']],
  [{ publicUrl: 'https://hooks.example.com/bridge/' }, []],
  [{ notify: {} }, ['notify']],
  [{ notify: { email: 'shop', webhookUrl: 'x' } }, ['notify.email', 'notify.webhookUrl']],
  [{ unknown: 1 }, ['(top level)']],
  [{ sources: { operator: { kind: 'tally' } } }, ['sources.operator']],
  [{ sources: { 'Big-Shop': { kind: 'tally', on: 5 } } }, ['sources.Big-Shop', 'sources.Big-Shop.on']],
  [{ sources: { [`a${'b'.repeat(62)}`]: { kind: 'tally' } } }, []],
  [{ sources: { [`a${'b'.repeat(63)}`]: { kind: 'tally' } } }, [`sources.a${'b'.repeat(63)}`]],
  [own({}, 'magento'), ['sources.own.kind']],
  [own({}, 'hubspot'), ['publicUrl']],
  [{ ...own({}, 'shopware'), ...url }, []],
  [own({ on: ['return', 'refunds/create'] }), ['sources.own.on.1']],
  [own({ on: ['refunds/create', 'returns/close'] }, 'shopify'), []],
  [own({ on: ['order.cancelled'] }, 'woocommerce'), []],
  [own({ on: [''] }, 'shopify'), ['sources.own.on.0']],
  [own({ fields: { a: 'order_number', b: 'sku_50' } }), []],
  [
    own({ fields: { a: 'ordernumber', b: 'sku_51', c: 'sku_1' } }),
    ['sources.own.fields.a', 'sources.own.fields.b', 'sources.own.fields.c'],
  ],
  [own({ fields: { a: 'sku' } }, 'shopify'), ['sources.own.fields']],
  [own({ fields: { a: 'sku' } }, 'standard'), ['sources.own.fields']],
  [own({ appName: 'X' }), ['sources.own.appName']],
  [{ ...own({ appName: 'X' }, 'shopware'), ...url }, []],
  [own({ on: ['return'], fields: { a: 'sku' }, translate: () => [] }), ['sources.own.on', 'sources.own.fields']],
  [own({ on: ['other'], translate: () => [] }), ['sources.own.on']],
  [own({ tells: 'withdrawal', withdrawals: 'return' }), []],
  [own({ withdrawals: 'return' }), ['sources.own.withdrawals']],
  [own({ withdrawals: 'return', translate: () => [] }), []],
  [own({ withdrawals: 'comment' }, 'shopify'), ['sources.own.withdrawals']],
  [own({ withdrawals: 'return' }, 'woocommerce'), []],
  [own({ withdrawals: 'return' }, 'standard'), []],
  [own({ tells: 'withdrawal' }, 'standard'), ['sources.own.tells']],
  [own({ tells: 'withdrawal' }, 'shopify'), ['sources.own.tells']],
  [own({ labelsOf: 'shop' }), ['sources.own.labelsOf']],
  [{ sources: { own: { kind: 'tally', labelsOf: 'shop' }, shop: { kind: 'shopify' } } }, []],
  [{ sources: { own: { kind: 'standard', labelsOf: 'form' }, form: { kind: 'tally' } } }, ['sources.own.labelsOf']],
  [{ sources: { own: { kind: 'shopify', labelsOf: 'shop' }, shop: { kind: 'shopify' } } }, ['sources.own.labelsOf']],
  [own({ orders: {} }), ['sources.own.orders']],
  [
    own({ orders: { referrer: 'x', plentyId: -1, numberPrefix: ' ' } }),
    ['sources.own.orders.referrer', 'sources.own.orders.plentyId', 'sources.own.orders.numberPrefix'],
  ],
  [own({ orders: { referrer: 9.01, plentyId: 0, numberPrefix: 'EU-' } }), []],
  [own({ orders: { referrer: '143.' } }), []],
  [own({ requireEmail: 'yes', skip: true }), ['sources.own.requireEmail', 'sources.own.skip']],
  [
    { backOffice: { ownerId: 0, limits: { readsPerMinute: 0, writesPerDay: 1.5 } } },
    ['backOffice.ownerId', 'backOffice.limits.readsPerMinute', 'backOffice.limits.writesPerDay'],
  ],
  [
    { backOffice: { constants: { statuses: { returnFrom: 9.1 }, orderTypes: { return: 3.5 } } } },
    ['backOffice.constants.orderTypes.return'],
  ],
  [{ backOffice: { constants: { itemTypes: { regular: 6 } } } }, ['backOffice.constants.itemTypes']],
  [{ backOffice: { constants: { orderTypes: { none: 5 } } } }, ['backOffice.constants.orderTypes']],
  [{ backOffice: { constants: { defaultReturnReason: 1 } } }, ['backOffice.constants.defaultReturnReason']],
  [
    { backOffice: { constants: { automaticComments: { startsWith: ['[Event action]', '[br'] } } } },
    ['backOffice.constants.automaticComments.startsWith.1'],
  ],
  [{ backOffice: { constants: { countries: { 10: 'FRA' } } } }, ['backOffice.constants.countries.10']],
  [{ backOffice: { routes: { user: '/rest/me', orders: '/rest/../x' } } }, ['backOffice.routes.orders']],
  [{ backOffice: { routes: { ordersOfContact: '/rest/contacts/orders' } } }, ['backOffice.routes.ordersOfContact']],
  [{ backOffice: { routes: { ordersOfContact: '/rest/{contactId}/{id}' } } }, ['backOffice.routes.ordersOfContact']],
  [{ backOffice: { routes: { contacts: '/rest/contacts?x=1' } } }, ['backOffice.routes.contacts']],
]

/** One of them; each turn has the next. */
export const configMistakesOf = (turn: number): string[] => wrongIn(rows[turn % rows.length] ?? [{}, []])

function wrongIn([settings, mistaken]: Row): string[] {
  const named = mistakesOf({ sources: { own: { kind: 'tally' } }, ...settings })
  const is = [...new Set(named)].sort().join(', ')
  const must = mistaken.toSorted().join(', ')
  return is === must ? [] : [`misconfigured: ${JSON.stringify(settings)} has mistakes in "${is}", not in "${must}"`]
}

function mistakesOf(input: object): string[] {
  try {
    defineConfig(input as ConfigInput)
    return []
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n') : []
    return lines.slice(1).map((line) => /^ {2}(.+?): /.exec(line)?.[1] ?? line)
  }
}
