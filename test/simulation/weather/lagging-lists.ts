import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Nature } from '../town/machine.ts'
import type { SentRequest } from '../town/sent-request.ts'
import { upTo } from './lateness.ts'

type Stored = Record<'orders' | 'comments' | 'images', readonly { id: number }[]>

/** The back office's lists, which show what the bridge has written later than a read by id does. */
export type LaggingLists = {
  /** What a request has stored is in no list for a while. `notAfter`: the latest moment that is assumed, epoch ms. */
  onStored(stored: Stored, notAfter: number): void
  /** Carries out a request that may be a list. */
  during<T>(request: SentRequest, carryOut: () => Promise<T>): Promise<T>
}

const isList = ({ method, path }: SentRequest): boolean =>
  method === 'GET' && (path === '/rest/orders' || /^\/rest\/comments\/order\/|\/images$/.test(path))

export function createLaggingLists(
  { timeline, chance, weather, places, tell }: Nature,
  sandbox: Sandbox,
): LaggingLists {
  const { store } = sandbox.world
  const hiddenUntil = new Map<string, number>()
  /** An image is there before it is visible. */
  const invisible = new Map<number, (typeof before)[number]>()
  let before = store.images.list()
  let isListing = false
  const isHidden = (name: string, id: number) => isListing && timeline.now() < (hiddenUntil.get(`${name} ${id}`) ?? 0)
  const lagging = <T extends { id: number }>(name: string, entries: readonly T[]): T[] =>
    entries.filter(({ id }) => {
      if (!isHidden(name, id)) return true
      places.reach('a list without what was written')
      return false
    })
  const { orders, comments, images } = store
  const listed = { orders: orders.list, childrenOf: orders.childrenOf, comments: comments.list, images: images.list }
  orders.list = () => (isListing ? lagging('orders', listed.orders()) : listed.orders())
  orders.childrenOf = (id) => (isListing ? lagging('orders', listed.childrenOf(id)) : listed.childrenOf(id))
  comments.list = () => (isListing ? lagging('comments', listed.comments()) : listed.comments())
  images.list = () =>
    listed.images().map((image) => (isHidden('images', image.id) ? (invisible.get(image.id) ?? image) : image))

  return {
    onStored(stored, notAfter) {
      const last = before
      before = listed.images()
      if (timeline.now() >= notAfter || !weather.strikes('list lags')) return
      const until = timeline.now() + upTo(chance, notAfter - timeline.now())
      for (const name of ['orders', 'comments', 'images'] as const) {
        for (const { id } of stored[name]) {
          hiddenUntil.set(`${name} ${id}`, until)
          tell('back office', () => `lists ${name} ${id} only ${until - timeline.now()} ms later`)
        }
      }
      for (const { id } of stored.images) {
        const image = last.find((one) => one.id === id)
        if (image) invisible.set(id, image)
      }
    },
    async during(request, carryOut) {
      isListing = isList(request)
      try {
        return await carryOut()
      } finally {
        isListing = false
      }
    },
  }
}
