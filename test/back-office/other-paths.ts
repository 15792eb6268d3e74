import type { RoutesOverride } from '../../lib/back-office/routes.ts'
import type { WorldOptions } from '../workflow/world.ts'

/** Where a back office has what nobody has stated the paths of. */
export const otherPaths = {
  orders: '/api/order-list',
  ordersByNumber: '/api/order-numbers',
  ordersOfContact: '/api/contacts/{contactId}/orders',
  contacts: '/api/contacts',
  user: '/api/me',
  statuses: '/api/order-states',
} as const satisfies RoutesOverride

const moved = [
  ['/rest/orders/contacts/', /^\/api\/contacts\/(\d+)\/orders$/],
  ['/rest/orders', /^\/api\/order-(?:list|numbers)$/],
  ['/rest/accounts/contacts', /^\/api\/contacts$/],
  ['/rest/user', /^\/api\/me$/],
  ['/rest/orders/statuses', /^\/api\/order-states$/],
] as const
const stated = /^\/rest\/(login|orders\/\d+|comments(\/order\/\d+)?|items\/.*)$/

/** A sandbox that answers its lists, contacts and user under these paths alone. */
export const movedSandbox: NonNullable<WorldOptions['fetch']> = (real) => async (input, init) => {
  const url = new URL(String(input))
  const found = moved.find(([, path]) => path.test(url.pathname))
  const isStated = stated.test(url.pathname) || (url.pathname === '/rest/orders' && init?.method === 'POST')
  if (found) url.pathname = `${found[0]}${found[1].exec(url.pathname)?.[1] ?? ''}`
  else if (!isStated) return Response.json({ error: { message: 'The route was not found.' } }, { status: 404 })
  return await real(url, init)
}
