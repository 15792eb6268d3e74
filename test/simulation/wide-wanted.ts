export type WideLine = {
  id: number
  typeId: 1 | 2 | 3 | 6
  variationId: number
  quantity: number
  name: string
  sku?: string
  /** Of a component: the line of its bundle. */
  master?: number
}

/** An order with all that a return copies. Nothing else of a schedule is about it. */
export type WideOrder = {
  id: number
  number: string
  contactId: number
  lines: WideLine[]
  plentyId: number
  locationId: number
  referrerId: number
  /** Of 7, 1, 2 and perhaps 995, in an order of their own. */
  properties: { typeId: number; value: string }[]
  /** Whether it has the addresses that a return needs. */
  isAddressed: boolean
  isCancelled: boolean
}

export type WantedLine = { line: WideLine; quantity: number; reason: string }

/** `lines` as a person reads them; `{return}` stands for the id of the return, `{time}` for a time. */
export type WantedComment = { lines: string[]; isVisible: boolean }

/** What must be in the back office. */
export type Wanted = { order: WideOrder; goods?: WantedLine[]; comments: WantedComment[] }

/** How an event must end, with the facts of its reason that matter. */
export type Ending =
  | { status: 'done'; wanted: Wanted }
  | { status: 'held' | 'failed' | 'ignored'; code: string; facts?: Record<string, unknown> }
