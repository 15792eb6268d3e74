import { expect } from 'vitest'
import * as z from 'zod'
import { returnOf } from '../return-of.ts'
import * as shapes from '../shapes.ts'
import type { Statement } from '../statement.ts'
import type { Target } from '../target.ts'

const everything = ['orderItems.properties', 'properties', 'addressRelations', 'addresses', 'orderReferences']
const pairs = (records: { typeId: number }[] | null | undefined, field: 'value' | 'addressId') =>
  (records ?? []).map((record) => [record.typeId, (record as Record<string, unknown>)[field]]).sort()

/** docs/back-office.md 4.3, 5.1, 5.2, 5.3, 5.5. Each accepted return prints a carrier label: two are made, no more. */
export const createReturnStatements = ({ call, known }: Target, statement: Statement) => {
  const needs = ['writes', 'returnOrderId', 'userId'] as const
  const read = async (id: number | undefined) => {
    const { json } = await call('GET', `/rest/orders/${id}?${everything.map((name) => `with[]=${name}`).join('&')}`)
    return shapes.order.parse(json)
  }
  const returns = async () => {
    const { json } = await call('GET', `/rest/orders?parentOrderId=${known.returnOrderId}&orderType=3&itemsPerPage=250`)
    return shapes
      .pageOf(shapes.order)
      .parse(json)
      .entries.map(({ id }) => id)
  }
  const draft = async () => returnOf(await read(known.returnOrderId), known.userId)
  const post = async (body: unknown) => {
    const answer = await call('POST', '/rest/orders', { body })
    expect([200, 201]).toContain(answer.status)
    return read(shapes.created.parse(answer.json).id)
  }
  let made: Promise<shapes.Order> | undefined
  const complete = () => {
    made ??= draft().then(post)
    return made
  }

  statement('gets status 9.01 at once when the body has address relations', [...needs], async () => {
    const { typeId, statusId } = await complete()
    expect([typeId, statusId]).toEqual([3, 9.01])
  })

  statement('links the return to its parent, and its lines to those of the parent', [...needs], async () => {
    const [child, sent] = [await complete(), await draft()]
    expect(child.orderReferences?.map((one) => [one.referenceType, one.referenceOrderId])).toEqual([
      ['parent', known.returnOrderId],
    ])
    const parents = child.orderItems?.map(({ references }) =>
      references?.filter((one) => one.referenceType === 'parent'),
    )
    expect(parents?.map((all) => all?.map((one) => one.referenceOrderItemId))).toEqual(
      sent.orderItems.map(({ references }) => references.map((one) => one.referenceOrderItemId)),
    )
    expect(await returns()).toContain(child.id)
  })

  statement('keeps client, location, referrer and owner as they were sent', [...needs], async () => {
    const { plentyId, locationId, referrerId, ownerId } = await draft()
    expect(await complete()).toMatchObject({ plentyId, locationId, referrerId, ownerId })
  })

  statement('keeps the copied properties, the reasons and the addresses as they were sent', [...needs], async () => {
    const [child, sent] = [await complete(), await draft()]
    const copied = child.properties?.filter(({ typeId }) => [7, 1, 2, 995].includes(typeId))
    expect(pairs(copied, 'value')).toEqual(pairs(sent.properties, 'value'))
    expect(pairs(child.addressRelations, 'addressId')).toEqual(pairs(sent.addressRelations, 'addressId'))
    const reasons = child.orderItems?.map(({ properties }) => properties?.find(({ typeId }) => typeId === 35)?.value)
    expect(reasons).toEqual(sent.orderItems.map(() => '1'))
  })

  statement('stays at status 1 when the body lacks address relations', [...needs], async () => {
    const { addressRelations: _, ...body } = await draft()
    const { typeId, statusId } = await post(body)
    expect([typeId, statusId]).toEqual([3, 1])
  })

  for (const field of ['id', 'orderItemId'])
    statement(`answers 422 for ${field} inside amounts, on any line, and stores nothing`, [...needs], async () => {
      const before = await returns()
      const body = await draft()
      const last = body.orderItems.length - 1
      const orderItems = body.orderItems.map((line, index) =>
        index === last ? { ...line, amounts: [...line.amounts, { ...line.amounts[0], [field]: 1 }] } : line,
      )
      const { status, json } = await call('POST', '/rest/orders', { body: { ...body, orderItems } })
      expect([status, typeof json]).toEqual([422, 'object'])
      expect(await returns()).toEqual(before)
    })

  statement('fires an event action: a shipping label, and an automatic comment on the order', ['sandbox'], async () => {
    const parent = shapes.order.parse(
      (await call('GET', '/rest/orders/10008?with[]=orderItems&with[]=addressRelations')).json,
    )
    const { id } = await post(returnOf(parent, known.userId))
    const { labels } = z
      .looseObject({ labels: z.array(z.looseObject({ orderId: z.int() })) })
      .parse((await call('GET', '/sandbox/state')).json)
    expect(labels.filter(({ orderId }) => orderId === id)).toHaveLength(1)
    const notes = await Promise.all([10_008, id].map((order) => call('GET', `/rest/comments/order/${order}`)))
    expect(notes.flatMap(({ json }) => shapes.comments.parse(json))).toHaveLength(1)
  })

  statement('creates sales orders and credit notes by the same path', ['sandbox'], async () => {
    const body = await draft()
    for (const typeId of [1, 4]) {
      const order = { ...body, typeId, statusId: 3, orderReferences: typeId === 1 ? [] : body.orderReferences }
      expect(await post(order)).toMatchObject({ typeId, statusId: 3 })
    }
  })
}
