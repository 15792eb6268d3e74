import { describe, expect, it } from 'vitest'
import { RetryLater } from '../../lib/errors.ts'
import type { Options } from '../../sandbox/world.ts'
import { movedSandbox, otherPaths } from '../back-office/other-paths.ts'
import { createWorld, returnRequested, type World } from '../workflow/world.ts'
import { createDesk, type operatorOf } from './desk.ts'

type Secrets = ReturnType<typeof operatorOf>['secrets']
type Finding = { check: string; state: string; says: string }

async function examine(world: World = createWorld(), changes: Parameters<typeof operatorOf>[1] = {}) {
  const { result } = await createDesk(world, changes).ask('doctor')
  const checks = result?.checks as Finding[]
  const about = (check: string) => checks.find((finding) => finding.check === check)
  return { healthy: result?.healthy, checks, about, text: JSON.stringify(result) }
}

const logins = async (world: World) => (await world.calls()).byRoute['POST /rest/login'] ?? 0
const inOrder = { without: [], useless: [], sharing: [] as string[][] }
const sharing = [
  ['strict', 'shopify'],
  ['a', 'b'],
]

/** What is found in the secrets; they are in order where `found` does not say otherwise. */
type Found = { backOffice?: string[]; isPasswordWeak?: boolean; sources?: Awaited<ReturnType<Secrets['sources']>> }
const secretsWith = ({ backOffice = [], isPasswordWeak = false, sources = inOrder }: Found): Secrets => ({
  backOffice: async () => backOffice,
  isPasswordWeak: async () => isPasswordWeak,
  sources: async () => sources,
})

describe('doctor', () => {
  it('names a receiver of messages that is down, and so do the numbers of the overview', async () => {
    const world = createWorld()
    const reading = (away?: Record<string, number>) => ({ notices: { read: async () => ({ ...(away && { away }) }) } })
    const name = 'the receivers of messages'
    expect((await examine(world)).about(name)).toBeUndefined()
    expect((await examine(world, reading())).about(name)).toMatchObject({ state: 'ok' })
    const down = reading({ webhook: world.now() })
    const says = expect.stringContaining('The receiver webhook of notify has taken no message since 2026-03-02 09:00')
    const { healthy, about } = await examine(world, down)
    expect([healthy, about(name)]).toEqual([false, { check: name, code: 'messages', state: 'problem', says }])
    expect((await createDesk(world, down).ask('stats')).result).toMatchObject({ down: [{ to: 'webhook', says }] })
  })

  it('finds a bridge healthy, with one login', async () => {
    const world = createWorld()
    const { healthy, checks, text } = await examine(world)
    expect(healthy).toBe(true)
    expect(checks.map(({ check, state }) => [check, state])).toEqual([
      ['the configuration', 'ok'],
      ['the labels of returns', 'warning'],
      ["the sources' secret", 'ok'],
      ["the back office's secret", 'ok'],
      ['the table of events', 'ok'],
      ['the table of state', 'ok'],
      ['the login', 'ok'],
      ['a token', 'ok'],
      ['backOffice.routes.orders', 'ok'],
      ['backOffice.routes.ordersByNumber', 'ok'],
      ['backOffice.routes.ordersOfContact', 'ok'],
      ['backOffice.routes.contacts', 'ok'],
      ['backOffice.routes.user', 'ok'],
      ['the statuses of cancelled orders', 'ok'],
      ['the SKUs of lines', 'ok'],
      ['the paths that write', 'not checked here'],
      ['the customers of returns', 'not checked here'],
      ['silent sources', 'ok'],
    ])
    expect(checks[0]?.says).toBe('3 sources: standard, strict (standard), shopify.')
    expect(await logins(world)).toBe(1)
    await examine(world)
    expect(await logins(world)).toBe(1)
    expect(text).not.toMatch(/demo-password|api-bridge/)
  })

  it.each([
    [
      'names the sources that have no secret',
      { sources: { ...inOrder, without: ['strict', 'shopify'] } },
      { check: "the sources' secret", state: 'problem', says: /strict, shopify/ },
    ],
    [
      'names the sources whose secret their sender cannot have',
      { sources: { ...inOrder, useless: ['standard'] } },
      { check: "the sources' secret", state: 'problem', says: /standard .*docs\/senders\.md/ },
    ],
    [
      'warns of sources that share a secret',
      { sources: { ...inOrder, sharing } },
      { check: "the sources' secret", state: 'warning', says: /strict, shopify share a secret.* a, b share a secret/ },
    ],
    [
      'says of sources without a secret also which share one',
      { sources: { ...inOrder, without: ['standard'], sharing } },
      { check: "the sources' secret", state: 'problem', says: /no secret for standard.*strict, shopify share/ },
    ],
    [
      'says what it may not look at, which is no problem',
      { sources: 'not readable here' as const },
      { check: "the sources' secret", state: 'not checked here', says: /./ },
    ],
    [
      'warns of a password that could be found by trying',
      { isPasswordWeak: true },
      { check: "the back office's secret", state: 'warning', says: /16 characters/ },
    ],
    [
      'says what is wrong with the secret of the back office',
      { backOffice: ['password must not be empty'] },
      { check: "the back office's secret", state: 'problem', says: /^password must not be empty\. / },
    ],
  ])('%s', async (_title, found, { check, state, says }) => {
    const { healthy, about } = await examine(createWorld(), { secrets: secretsWith(found) })
    expect(healthy).toBe(state !== 'problem')
    expect(about(check)).toMatchObject({ check, state, says: expect.stringMatching(says) })
  })

  it('finds a configuration without a source a problem', async () => {
    const { about } = await examine(createWorld({ config: { sources: {} } }))
    expect(about('the configuration')).toMatchObject({ state: 'problem', says: expect.stringContaining('no source') })
  })

  it('respects a closed login: nothing is sent, however often it is asked', async () => {
    const world = createWorld()
    await world.fault({ kind: 'lock-user', times: 1, method: 'POST', path: '/rest/login' })
    await examine(world)
    expect(await logins(world)).toBe(1)
    const { healthy, about } = await examine(world)
    expect(healthy).toBe(false)
    expect(about('the login')).toMatchObject({ state: 'problem', says: expect.stringContaining('login.reset') })
    expect(about('a token')).toMatchObject({ state: 'problem', says: expect.stringContaining('refused the login') })
    expect(await logins(world)).toBe(1)
  })

  it('goes on where one check breaks, and shows no message of what broke', async () => {
    const world = createWorld()
    const down = async () => Promise.reject(new TypeError('10.0.0.1 anna@example.com'))
    world.workflow.inbox = { ...world.ports.inbox, list: down }
    world.workflow.records = { ...world.ports.records, get: down }
    const sources = () => Promise.reject(new RetryLater('secret sources is not configured'))
    const secrets = { ...secretsWith({}), sources }
    const { checks, text, about } = await examine(world, { secrets })
    expect(checks).toHaveLength(18)
    expect(about('the table of events')).toMatchObject({
      state: 'problem',
      says: expect.stringContaining('(TypeError)'),
    })
    expect(about('the table of state')).toMatchObject({ state: 'problem' })
    expect(about("the sources' secret")?.says).toBe('secret sources is not configured.')
    expect(about('a token')).toMatchObject({ state: 'ok' })
    expect(text + JSON.stringify(world.logged)).not.toContain('anna')
  })
})

it.each([
  ['warns of sources with its status', undefined, undefined, 'warning', /label: standard, own, shop\. If somebody/],
  ['leaves out those with another status', 9.01, 9.3, 'ok', /label: standard, shop\.$/],
  ['has none left', 9.3, undefined, 'ok', /label: none\.$/],
])('doctor, of the labels of returns, %s', async (_title, announced, own, state, says) => {
  const sources = {
    standard: { kind: 'standard' },
    own: { kind: 'typeform', returnStatus: { announced: own } },
    shop: { kind: 'shopify' },
    late: { kind: 'shopify', returns: 'refunded' as const },
  }
  const { about } = await examine(createWorld({ config: { returnStatus: { announced }, sources } }))
  expect(about('the labels of returns')).toMatchObject({ state, says: expect.stringMatching(says) })
})

it.each([
  ['has none', null, 0, 'warning', /^Return 700001, .* no customer/],
  ['has one', 501, 0, 'ok', /has a customer\.$/],
  ['is gone', null, 1, 'not checked here', /404/],
])('doctor says whether the latest return has a customer: it %s', async (_title, contactId, times, state, says) => {
  const world = createWorld()
  await world.deliver('standard', returnRequested({}))
  const { orders } = world.sandbox.world.store
  const [made] = await world.returnsOf(10_001)
  orders.put({ ...(orders.get(made?.id ?? 0) ?? expect.fail('no return')), contactId })
  if (times > 0)
    await world.fault({ method: 'GET', path: `/rest/orders/${made?.id}`, kind: 'status', status: 404, times })
  const { healthy, about } = await examine(world)
  expect(about('the customers of returns')).toMatchObject({ state, says: expect.stringMatching(says) })
  expect(healthy).toBe(true)
})

describe('doctor, of the statuses of the system,', () => {
  const answering = (status: number, body: unknown) => async (real: typeof fetch, input: string) =>
    input.includes('/rest/orders/statuses') ? Response.json(body, { status }) : await real(input)
  const entries = (...named: [number, string][]) => ({
    isLastPage: true,
    entries: named.map(([statusId, de]) => ({ statusId, names: { de } })),
  })

  it.each<[string, unknown, string, RegExp]>([
    ['agrees', entries([7, 'Warenausgang gebucht'], [8.1, 'Storniert durch Kunden']), 'ok', /agree \(8\.1\)/],
    ['names a cancelled one', entries([8, 'Storniert'], [4.5, 'Storno']), 'warning', /take.* for open: 4\.5 "Storno"/],
    ['names one that is not', entries([8, 'Storniert'], [8.4, 'Bereit']), 'warning', /for cancelled.*: 8\.4 "Bereit"/],
    ['checks nothing without such a list', { error: 'no route' }, 'not checked here', /\[GET\].* yourself/],
  ])('%s', async (_title, body, state, says) => {
    const status = state === 'not checked here' ? 404 : 200
    const world = createWorld({
      fetch: (real) => async (input, init) =>
        await answering(status, body)(async () => await real(input, init), String(input)),
    })
    const { healthy, about } = await examine(world)
    expect(about('the statuses of cancelled orders')).toMatchObject({ state, says: expect.stringMatching(says) })
    expect(healthy).toBe(true)
  })
})

describe('doctor, of the paths that nobody has stated,', () => {
  const sources = { standard: { kind: 'standard' } } as const
  const pathsOf = (checks: Finding[]) =>
    Object.fromEntries(
      checks.flatMap(({ check, state, says }) =>
        check.startsWith('backOffice.routes.') ? [[check.slice(18), { state, says }]] : [],
      ),
    )

  it.each([
    ['orders', ['orderType', 'parentOrderId', 'createdAtFrom']],
    ['ordersByNumber', ['externalOrderId']],
    ['contacts', ['email']],
  ] as const)('finds %s a problem where they ignore %j, and only they', async (name, ignoredFilters) => {
    const world = createWorld()
    await world.control('/sandbox/options', { method: 'POST', body: { ignoredFilters, listsLoad: name === 'orders' } })
    const { checks, healthy } = await examine(world)
    const problems = Object.entries(pathsOf(checks)).filter(([, { state }]) => state === 'problem')
    expect([healthy, problems]).toEqual([
      false,
      [[name, { state: 'problem', says: expect.stringContaining(`ignores ${ignoredFilters.join(', ')}: `) }]],
    ])
  })

  it('tries each by reads of what nobody has, and names those that it cannot try', async () => {
    const world = createWorld()
    const { checks, about } = await examine(world)
    expect((await world.calls()).byRoute).toEqual({
      'POST /rest/login': 1,
      'GET /rest/orders': 4,
      'GET /rest/orders/{orderId}': 1,
      'GET /rest/orders/contacts/{contactId}': 1,
      'GET /rest/accounts/contacts': 1,
      'GET /rest/user': 1,
      'GET /rest/orders/statuses': 1,
    })
    expect(pathsOf(checks).user?.says).toBe('[GET] /rest/user answers the id of the API user.')
    expect(about('the paths that write')?.says).toBe(
      '[POST] /rest/orders, [POST] /rest/comments, [POST] /rest/items/{itemId}/images/{imageId}/availabilities cannot be tried without writing.',
    )
  })

  it.each<[string, Partial<Options>, Pick<Finding, 'state'>['state'], RegExp, string | undefined]>([
    ['carry them', {}, 'ok', /^The lines of order 10001 carry them \(property 98\)\.$/, undefined],
    ['have them as numbers', { skuIs: 'number' }, 'ok', /carry none .* numbers of their variations/, 'ok'],
    ['have them by market', { skuIs: 'market', variations: 'refused' }, 'ok', /found by the SKUs of the order's/, 'ok'],
    ['show none', { skuIs: 'nowhere', variations: 'ignored' }, 'warning', /line_unknown/, 'ok'],
    [
      'show none, its filter ignored',
      { skuIs: 'market', variations: 'ignored', ignoredFilters: ['id'] },
      'warning',
      /line_unknown/,
      'ok',
    ],
  ])('says which way lines show their SKUs: %s', async (_title, options, state, says, route) => {
    const world = createWorld()
    Object.assign(world.sandbox.world.options, options)
    const { checks, about } = await examine(world)
    expect(about('the SKUs of lines')).toMatchObject({ state, says: expect.stringMatching(says) })
    expect(pathsOf(checks).variations?.state).toBe(route)
  })

  it('says of each that fails what to set', async () => {
    const { checks, healthy } = await examine(createWorld({ fetch: movedSandbox }))
    const found = pathsOf(checks)
    expect(healthy).toBe(false)
    for (const name of ['orders', 'ordersByNumber', 'contacts', 'user']) {
      expect(found[name], name).toMatchObject({ state: 'problem', says: expect.stringContaining('refused with 404') })
      expect(found[name]?.says).toContain(`set backOffice.routes.${name} to it.`)
    }
    expect(found.user?.says).toContain('Set backOffice.ownerId to the id of the API user.')
    expect(found.ordersOfContact).toEqual({
      state: 'not checked here',
      says: 'No order showed a customer to try it with.',
    })
  })

  it('finds those of the configuration, and does all work through them', async () => {
    const world = createWorld({ fetch: movedSandbox, config: { sources, backOffice: { routes: otherPaths } } })
    const { checks, healthy } = await examine(world)
    expect([healthy, pathsOf(checks).orders?.says]).toEqual([true, '[GET] /api/order-list lists orders.'])
    const lines = [{ sku: 'CHAIR-F', quantity: 1 }]
    for (const order of [{ email: 'dana.probe@example.com', label: 'F-14-0008' }, { externalNumber: 'F-14-0008' }]) {
      const id = await world.accept('standard', returnRequested({ order, lines }))
      expect(await world.run(id)).toMatchObject({ event: { orderId: 10_008 } })
    }
    expect(await world.returnsOf(10_008)).toHaveLength(1)
  })

  it('needs no path of the API user where its id is configured', async () => {
    const world = createWorld({ config: { sources, backOffice: { ownerId: 77 } } })
    const { checks } = await examine(world)
    expect(pathsOf(checks).user).toEqual({
      state: 'not checked here',
      says: 'It is not needed: backOffice.ownerId is 77.',
    })
    expect((await world.calls()).byRoute).not.toHaveProperty('GET /rest/user')
  })

  it('blames the paths that answer 401, and leaves the session alone', async () => {
    const world = createWorld()
    for (const path of ['/rest/accounts', '/rest/user'])
      await world.fault({ method: 'GET', path, kind: 'status', status: 401, times: 9 })
    const { checks, healthy } = await examine(world)
    const { contacts, user, ordersOfContact } = pathsOf(checks)
    expect([healthy, contacts?.state, user?.state, ordersOfContact?.state]).toEqual([false, 'problem', 'problem', 'ok'])
    expect(contacts?.says).toContain('[GET] /rest/accounts/contacts was refused with 401')
    expect(user?.says).toContain('Set backOffice.ownerId to the id of the API user.')
    expect(await logins(world)).toBe(1)
    expect(await world.session.status()).toMatchObject({ state: 'open' })
  })

  it('finds no bridge healthy whose calls pause since a first read was answered with 401', async () => {
    const world = createWorld()
    await world.fault({ method: 'GET', path: '/rest', kind: 'status', status: 401, times: 9 })
    const { healthy, about } = await examine(world)
    expect([healthy, await logins(world)]).toEqual([false, 1])
    expect(about('the login after these reads')?.says).toMatch(/^All calls pause/)
    expect((await examine(world)).about('the login after these reads')).toBeUndefined()
  })

  it('blames no path for a used-up limit or a closed login', async () => {
    const world = createWorld()
    await world.fault({ method: 'GET', path: '/rest', kind: 'status', status: 429, times: 5 })
    const { checks } = await examine(world)
    for (const { state } of Object.values(pathsOf(checks))) expect(state).toBe('not checked here')
    const closed = createWorld()
    await closed.fault({ kind: 'lock-user', times: 1, method: 'POST', path: '/rest/login' })
    for (const { state } of Object.values(pathsOf((await examine(closed)).checks)))
      expect(state).toBe('not checked here')
  })
})
