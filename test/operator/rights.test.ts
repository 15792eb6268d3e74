import { describe, expect, it } from 'vitest'
import type { Right } from '../../sandbox/rights.ts'
import { createWorld, returnRequested, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

type Finding = { check: string; state: string; says: string }

async function withoutRights(...lacks: Right[]): Promise<World> {
  const config = { returnStatus: { announced: 9.01 }, sources: { standard: { kind: 'standard' } } } as const
  const world = createWorld({ config })
  await world.control('/sandbox/users/api-bridge/rights', { method: 'POST', body: { lacks } })
  return world
}

async function examine(world: World) {
  const { result } = await createDesk(world).ask('doctor', { rights: true })
  const { healthy, checks } = result as { healthy: boolean; checks: Finding[] }
  return { healthy, checks, problems: checks.filter(({ state }) => state === 'problem') }
}

describe('doctor --rights', () => {
  it('finds a role that allows everything healthy, and names the rights that no read proves', async () => {
    const world = createWorld()
    const { healthy, checks } = await examine(world)
    expect(healthy).toBe(true)
    expect(checks.slice(8).map(({ check, state }) => [check, state])).toEqual([
      ['backOffice.routes.orders', 'ok'],
      ['backOffice.routes.ordersByNumber', 'ok'],
      ['backOffice.routes.ordersOfContact', 'ok'],
      ['backOffice.routes.contacts', 'ok'],
      ['backOffice.routes.user', 'ok'],
      ['the statuses of cancelled orders', 'ok'],
      ['the SKUs of lines', 'ok'],
      ['the right "Orders: read" for [GET] /rest/orders/{orderId}', 'ok'],
      ['the right "Comments: read" for [GET] /rest/comments/order/{orderId}', 'ok'],
      ['the right "Item images: read" for [GET] /rest/items/{itemId}/images', 'ok'],
      ['the right "Item images: read" for [GET] /rest/items/{itemId}/variations/{variationId}/images', 'ok'],
      ['the rights to write', 'not checked here'],
      ['the customers of returns', 'not checked here'],
      ['silent sources', 'ok'],
    ])
    expect(checks.at(-3)?.says).toMatch(
      /"Orders: create".*\[POST\] \/rest\/orders.*"Comments: create".*"Item images: create"/,
    )
    const { byRoute } = await world.calls()
    expect(Object.keys(byRoute).filter((route) => !route.startsWith('GET'))).toEqual(['POST /rest/login'])
  })

  it.each([
    ['orders.read', 'Orders: read', ['backOffice.routes.orders', 'backOffice.routes.ordersByNumber']],
    ['contacts.read', 'Contacts: read', ['backOffice.routes.contacts']],
    ['user.read', 'User: read', ['backOffice.routes.user']],
    ['comments.read', 'Comments: read', ['the right "Comments: read" for [GET] /rest/comments/order/{orderId}']],
  ] as const)('names the right that is missing without %s', async (lacking, right, where) => {
    const { healthy, problems } = await examine(await withoutRights(lacking))
    expect(healthy).toBe(false)
    expect(problems.map(({ check }) => check)).toEqual(where)
    for (const { says } of problems) {
      expect(says).toContain(`was refused with 403: This action is unauthorized (missing permission: ${lacking}).`)
      expect(says).toContain(`Give the role of the API user the right "${right}", then use login.reset`)
    }
  })

  it('warns of a role without images.read, which only the commands for images need', async () => {
    const { healthy, checks } = await examine(await withoutRights('images.read'))
    const warnings = checks.filter(({ state }) => state === 'warning')
    expect([healthy, warnings.map(({ check }) => check)]).toEqual([
      true,
      [
        'the right "Item images: read" for [GET] /rest/items/{itemId}/images',
        'the right "Item images: read" for [GET] /rest/items/{itemId}/variations/{variationId}/images',
      ],
    ])
    for (const { says } of warnings)
      expect(says).toMatch(/the right "Item images: read", then .* on\. Only image\.list and image\.publish need it\.$/)
  })

  it('cannot try what needs an order where none may be listed, and does not call that a second problem', async () => {
    const { checks } = await examine(await withoutRights('orders.read'))
    for (const path of ['/rest/orders/{orderId}', '/rest/comments/order/{orderId}'])
      expect(checks.find(({ check }) => check.endsWith(path))).toMatchObject({
        state: 'not checked here',
        says: 'No order was listed to try it with.',
      })
  })

  it('finds rights that only writing needs not missing, and says so', async () => {
    const { healthy, checks } = await examine(await withoutRights('orders.create', 'comments.create', 'images.create'))
    expect([healthy, checks.at(-2)?.state]).toEqual([true, 'not checked here'])
  })

  it('takes an article that is not there for no sign of a missing right', async () => {
    const world = createWorld()
    await world.fault({ method: 'GET', path: '/rest/items', kind: 'status', status: 404, times: 2 })
    const { healthy, checks } = await examine(world)
    expect(healthy).toBe(true)
    expect(checks.filter(({ check }) => check.includes('Item images')).map(({ state }) => state)).toEqual([
      'not checked here',
      'not checked here',
    ])
  })

  it('keeps the session where a stated path answers 401', async () => {
    const world = createWorld()
    await world.fault({ method: 'GET', path: '/rest/comments', kind: 'status', status: 401, times: 9 })
    const { healthy, problems } = await examine(world)
    expect([healthy, problems.map(({ says }) => says)]).toEqual([
      false,
      [expect.stringContaining('was refused with 401')],
    ])
    expect((await world.calls()).byRoute['POST /rest/login']).toBe(1)
  })
})

describe('an event for which the role lacks a right', () => {
  const order = { externalNumber: 'F-14-0008' }
  const lines = [{ sku: 'CHAIR-F', quantity: 1 }]
  async function play(lacking: Right, given: object = order) {
    const world = await withoutRights(lacking)
    const { event } = await world.begin('standard', returnRequested({ order: given, lines }))
    return { event, made: await world.returnsOf(10_008) }
  }

  it.each([
    ['orders.read', order],
    ['orders.create', order],
    ['contacts.read', { email: 'dana.probe@example.com', label: 'F-14-0008' }],
  ] as const)('fails without %s, and nothing is written', async (lacking, given) => {
    const { event, made } = await play(lacking, given)
    expect(event).toMatchObject({ status: 'failed', reason: { code: 'rejected' } })
    expect(made).toEqual([])
  })

  it('waits without user.read, and nothing is written', async () => {
    const { event, made } = await play('user.read')
    expect([event.status, made]).toEqual(['waiting', []])
  })

  it('is done without comments.read', async () => {
    const { event } = await play('comments.read')
    expect(event.status).toBe('done')
  })
})
