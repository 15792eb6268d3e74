import type { Operation } from '../operation.ts'
import { listReply } from '../page.ts'
import { variationView } from '../variations.ts'

/** `id` is one or several, separated by commas; unknown filters are ignored (docs/back-office.md 4.5). */
export const listVariations: Operation = {
  method: 'GET',
  template: '/rest/items/variations',
  right: 'variations.read',
  answer: (call) => {
    const { world, query } = call
    const asked = world.options.ignoredFilters.includes('id') ? undefined : query.get('id')?.split(',').map(Number)
    const lines = world.store.orders.list().flatMap(({ orderItems }) => orderItems)
    const known = new Set(lines.map(({ itemVariationId }) => itemVariationId).filter((id) => id > 0))
    const ids = [...known].filter((id) => asked?.includes(id) ?? true).sort((one, other) => one - other)
    const isWith = query.getAll('with').some((names) => names.split(',').includes('variationSkus'))
    return listReply(ids, call, (id) => {
      const { variationSkus, ...plain } = variationView(id, world)
      return isWith ? { ...plain, variationSkus } : plain
    })
  },
}
