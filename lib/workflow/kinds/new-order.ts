import type { Constants } from '../../back-office/constants.ts'
import type { NewOrderBody, Request } from '../../commands.ts'
import type { NewOrderProblem } from '../../problems.ts'
import type { ItemId } from '../../state/write-record.ts'

/** Longer ones are none that a shop or marketplace gives. */
const longestNumber = 200

/** The external order number that a new order carries; undefined: none, an empty one, or several. */
export function externalNumberOf({ properties }: NewOrderBody, { propertyTypes }: Constants): string | undefined {
  const numbers = properties.filter(({ typeId }) => typeId === propertyTypes.externalOrderNumber)
  const [only, ...others] = numbers.map(({ value }) => value)
  return others.length === 0 && only !== undefined && only !== '' && only === only.trim() ? only : undefined
}

/** The item that all events lock that want an order of this number: no two of them create one. */
export const numberItem = (externalNumber: string): ItemId => `number#${externalNumber}`

/** What is wrong with the first new order that could not be found again, and so not be created once; undefined: all can. */
export function newOrderProblem(commands: readonly Request[], constants: Constants): NewOrderProblem | undefined {
  const bodies = commands.flatMap((command) => (command.type === 'create-order' ? [command.body] : []))
  const numbers = bodies.map((body) => externalNumberOf(body, constants))
  const { orderTypes, propertyTypes } = constants
  const property = propertyTypes.externalOrderNumber
  if (bodies.some(({ typeId }) => typeId !== orderTypes.salesOrder))
    return { problem: 'new_order_type', salesOrder: orderTypes.salesOrder }
  if (numbers.some((number) => number === undefined || number.length > longestNumber))
    return { problem: 'new_order_number', property, longest: longestNumber }
  return new Set(numbers).size < numbers.length ? { problem: 'new_order_twice', property } : undefined
}
