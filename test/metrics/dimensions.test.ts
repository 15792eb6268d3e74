import { expect, it } from 'vitest'
import { routesWith } from '../../lib/back-office/routes.ts'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { createHooks, secretFor, signedSample } from '../sources/hooks.ts'
import { createWorld, returnRequested } from '../workflow/world.ts'
import { recordMetrics } from './recording.ts'

/** Each value of a dimension is a metric of its own, for which CloudWatch charges. */

const dimensionsOf = (values: Record<string, number>) =>
  Object.keys(values).flatMap((name) => (name.includes(' ') ? [name.slice(name.indexOf(' ') + 1)] : []))

it('a refused delivery has the name of its source only if that is configured', async () => {
  const { metrics, written } = recordMetrics()
  const hooks = createHooks({ secrets: { shopify: [secretFor('shopify')] }, metrics })
  const bad = { method: 'POST', query: '', headers: {}, body: Buffer.from('{}') }
  for (const path of ['/shops/shopify', '/shops/nobody', '/shops/a%20customer', '/shops/', '/shops/constructor', '/x'])
    expect(await hooks.send('shops', { ...bad, path })).toMatchObject({ status: 401 })
  expect(await hooks.send('shops', { ...bad, path: '/shops/shopify', body: Buffer.alloc(1_000_001) })).toMatchObject({
    status: 413,
  })
  expect(written()).toEqual({ DeliveriesRefused: 7, 'DeliveriesRefused shopify': 2, 'DeliveriesRefused unknown': 5 })
})

it('a delivery counts as accepted once, and then as a duplicate', async () => {
  const { metrics, written } = recordMetrics()
  const hooks = createHooks({ secrets: { shopify: [secretFor('shopify')] }, metrics })
  for (const status of ['accepted', 'duplicate', 'duplicate']) {
    expect((await hooks.send('shops', signedSample('shopify', 'refund', { id: 'one' }))).body).toMatchObject({ status })
  }
  expect(written()).toEqual({ EventsAccepted: 1, EventsDuplicate: 2 })
})

it('the work has reasons, waits and route patterns of closed lists, and never an id', async () => {
  const { metrics, written } = recordMetrics()
  const world = createWorld({ metrics, limits: { writesPerMinute: 6, readsPerMinute: 40 } })
  const ids = await Promise.all(
    [10_001, 10_002, 10_003, 99_999].map((id) => world.accept('standard', returnRequested({ order: { id } }))),
  )
  for (const id of ids) await world.finish(id)
  const found = dimensionsOf(written())
  const routes = Object.values(routesWith()).flatMap((route) => [`GET ${route}`, `POST ${route}`])
  const known = [...Object.values(reasonsByStatus).flat(), 'limit_used_up', 'order_not_there_yet', ...routes]
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((one) => !known.includes(one))).toEqual([])
  expect(found).toContain('limit_used_up')
})
