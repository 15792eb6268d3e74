import { describe, expect, it } from 'vitest'
import { answering, createWorld, minute, returnRequested } from '../world.ts'

type Line = { references: { referenceType: string; referenceOrderItemId: number }[] | null }
type Shown = { typeId?: number; orderItems?: Line[] | null; entries?: Shown[] }

/** A back office that shows of the lines of returns what `change` makes of them: in its lists alone, or everywhere. */
const showing = (change: (line: Line) => Line, where: 'in lists' | 'everywhere') => {
  const view = (order: Shown): Shown =>
    order.typeId === 3 && order.orderItems ? { ...order, orderItems: order.orderItems.map(change) } : order
  return answering<Shown>(where === 'in lists' ? /^\/rest\/orders$/ : /^\/rest\/orders/, (shown) =>
    shown.entries ? { ...shown, entries: shown.entries.map(view) } : view(shown),
  )
}

const asChild = ({ references, ...line }: Line): Line => ({
  ...line,
  references: (references ?? []).map((reference) => ({ ...reference, referenceType: 'child' })),
})

describe.each(['link', 'off'] as const)('what a person returned, with sameParcel %s,', (sameParcel) => {
  it.each([
    ['the list hides which lines it is of', showing((line) => ({ ...line, references: null }), 'in lists')],
    ['nothing shows which lines it is of', showing((line) => ({ ...line, references: null }), 'everywhere')],
    ['its lines refer to none', showing((line) => ({ ...line, references: [] }), 'everywhere')],
    ['its lines refer in another way', showing(asChild, 'everywhere')],
  ])('does not come back again where %s', async (_title, fetch) => {
    const world = createWorld({ fetch, config: { sources: { standard: { kind: 'standard' } }, sameParcel } })
    const { orders } = world.workflow.openBackOffice({ deadlineMs: world.now() + minute })
    const parent = await orders.read(10_001, { with: ['orderItems'] })
    const orderItems = (parent.orderItems ?? []).map(({ id, typeId, itemVariationId, quantity }) => ({
      ...{ typeId, itemVariationId, quantity },
      references: [{ referenceType: 'parent', referenceOrderItemId: id }],
    }))
    const orderReferences = [{ referenceType: 'parent', referenceOrderId: 10_001 }]
    const body = { typeId: 3, statusId: 9.01, orderReferences, orderItems }
    await world.put(body)
    const event = await world.deliver('standard', returnRequested({ lines: 'all' }))
    expect([event.status, event.reason?.code, event.progress[event.id]?.linked]).toEqual(
      sameParcel === 'link' ? ['done', undefined, true] : ['failed', 'nothing_to_return', undefined],
    )
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})
