/** Each stored item names its format. A newer version's items, during a deployment, are neither read nor overwritten. */
export const itemFormat = 2

export class NewerFormat extends Error {
  override name = 'NewerFormat'
}

type Formatted = { id?: unknown; format?: unknown }
export const isKnownFormat = ({ format }: Formatted): boolean => typeof format === 'number' && format <= itemFormat

/** Throws `NewerFormat` for an item that this version cannot read. */
export function mustKnowFormat(item: Formatted): void {
  if (isKnownFormat(item)) return
  const { id, format } = item
  throw new NewerFormat(`item ${id} has format ${format}; this version of the bridge reads up to ${itemFormat}`)
}
