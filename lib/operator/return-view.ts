import type { Constants } from '../back-office/constants.ts'
import type { Order } from '../back-office/resources/schemas.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { orderView } from './order-view.ts'

/** What a return view needs to be loaded. */
export const returnViewWith = [
  'orderItems',
  'orderItems.properties',
  'orderReferences',
  'addresses',
  'addressRelations',
] as const

/**
 * A return as `order.get` shows it, and why its pieces came back: `reasons` has each reason of its lines once, with its id and with the
 * names that the deployment gives to that id, none for one that it does not know. Null: the lines do not show their reasons.
 */
export const returnView = (order: Order, { constants, reasons }: Pick<Workflow, 'constants' | 'reasons'>) => ({
  ...orderView(order, constants),
  reasons: reasonsOf(order, constants)?.map((id) => ({ id, names: namesOf(id, reasons) })) ?? null,
})

function reasonsOf({ orderItems }: Order, { propertyTypes }: Pick<Constants, 'propertyTypes'>): string[] | undefined {
  const properties = orderItems?.flatMap((line) => line.properties ?? [])
  if (!properties || orderItems?.some((line) => line.properties === null)) return undefined
  const reasons = properties.filter(({ typeId }) => typeId === propertyTypes.returnReason)
  return [...new Set(reasons.map(({ value }) => value.trim()).filter((id) => id !== ''))]
}

const namesOf = (id: string, reasons: Workflow['reasons']): string[] =>
  Object.entries(reasons).flatMap(([name, named]) => (named === id ? [name] : []))
