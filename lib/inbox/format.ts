/** Each stored item names its format. A newer one was written by a newer version of the bridge: this one leaves it alone. */
export const itemFormat = 1

export class NewerFormat extends Error {
  override name = 'NewerFormat'
}

/** Throws `NewerFormat` for an item that this version cannot read. */
export function mustKnowFormat({ id, format }: { id?: unknown; format?: unknown }): void {
  if (typeof format === 'number' && format <= itemFormat) return
  throw new NewerFormat(`item ${id} has format ${format}; this version of the bridge reads up to ${itemFormat}`)
}
