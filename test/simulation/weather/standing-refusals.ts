import type { Order } from '../../../sandbox/records.ts'
import type { ScriptedOrder } from '../facts/fact.ts'
import { isAbout } from '../facts/is-about.ts'
import type { Chance } from '../random.ts'
import type { Timeline } from '../timeline.ts'
import type { SentRequest } from '../town/sent-request.ts'
import type { Weather } from './weather.ts'

/** What the back office refuses each time: some orders for ever, some operations until a person gives the right back. */
export type StandingRefusals = {
  /** The status of the refusal. */
  of(request: Pick<SentRequest, 'method' | 'path' | 'body'>): number | undefined
}

const minute = 60_000

/** Operations of which the API user can lose the right. */
const rights = [
  { method: 'POST', path: /^\/rest\/orders$/ },
  { method: 'POST', path: /^\/rest\/comments$/ },
  { method: 'GET', path: /^\/rest\/orders(\/\d+)?$/ },
  { method: 'GET', path: /^\/rest\/comments/ },
] as const

export function planRefusals({
  timeline,
  chance,
  weather,
  orders,
}: {
  timeline: Timeline
  chance: Chance
  weather: Weather
  orders: readonly ScriptedOrder[]
}): StandingRefusals {
  const refusing = weather.strikes('order refuses writes')
    ? { order: chance.pick(orders), what: chance.pick(['return', 'comment'] as const) }
    : undefined
  const lost = weather.strikes('right withdrawn')
    ? { right: chance.pick(rights), from: timeline.now() + chance.between(0, 15 * minute) }
    : undefined

  return {
    of(request) {
      if (refusing && isWriteOf(refusing, request)) {
        weather.count('refused for ever')
        return 422
      }
      if (!lost || weather.isClear() || timeline.now() < lost.from) return undefined
      const { method, path } = lost.right
      if (method !== request.method || !path.test(request.path)) return undefined
      weather.count('refused without the right')
      return 403
    },
  }
}

function isWriteOf(
  { order, what }: { order: ScriptedOrder; what: 'return' | 'comment' },
  { method, path, body }: Pick<SentRequest, 'method' | 'path' | 'body'>,
): boolean {
  if (method !== 'POST') return false
  if (what === 'comment') {
    return path === '/rest/comments' && isAbout(order, (JSON.parse(body) as { referenceValue: number }).referenceValue)
  }
  if (path !== '/rest/orders') return false
  const { typeId, orderReferences = [] } = JSON.parse(body) as Partial<Order>
  return typeId === 3 && isAbout(order, orderReferences[0]?.referenceOrderId ?? 0)
}
