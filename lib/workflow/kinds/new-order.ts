import type { Constants } from '../../back-office/constants.ts'
import type { Command, NewOrderBody } from '../../commands.ts'
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

/** A sentence about the first new order that could not be found again, and so not be created once; undefined: all can. */
export function newOrderMistake(commands: readonly Command[], constants: Constants): string | undefined {
  const bodies = commands.flatMap((command) => (command.type === 'create-order' ? [command.body] : []))
  const numbers = bodies.map((body) => externalNumberOf(body, constants))
  const { orderTypes, propertyTypes } = constants
  const property = `property ${propertyTypes.externalOrderNumber} (the external order number)`
  if (bodies.some(({ typeId }) => typeId !== orderTypes.salesOrder)) {
    return `body.typeId must be ${orderTypes.salesOrder}; a return is a command of its own.`
  }
  if (numbers.some((number) => number === undefined || number.length > longestNumber)) {
    return `body.properties must hold ${property} once, as a text of 1 to ${longestNumber} characters without blanks around it.`
  }
  return new Set(numbers).size < numbers.length ? `two orders of one event must not share ${property}.` : undefined
}
