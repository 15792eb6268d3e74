import type { Ending } from '../reasons.ts'
import type { ItemId } from '../write-kinds.ts'

export type Made = {
  orderId?: number
  returnId?: number
  /** Further returns that hold pieces of the same report, and were there before. */
  also?: readonly number[]
  /** Status of the return; absent if no answer showed it yet. */
  statusId?: number
  /** The return was there before: no return was created. */
  linked?: true
  /** Of an ended parcel: the returns that stood when it was looked at. */
  standing?: readonly number[]
  createdOrderId?: number
  publishedImageId?: number
  comment?: { orderId: number; commentId?: number }
}

/** What is left of a command. What the event knows is final; the record of a write decides what may be sent. */
export type Progress = Made &
  (
    | { state: 'found' }
    /** A write in this item has an unknown outcome, or was not there when it was looked for. */
    | { state: 'open'; item: ItemId }
    /** Something is made, and something is left: its comment, or a second look. */
    | { state: 'made' }
    /** `by`: the event that had done the same before. */
    | { state: 'done'; by?: string }
    /** The command ended other than done; only a person lets it be tried again. `item` as above. */
    | { state: 'ended'; ending: Ending; item?: ItemId }
  )

/** An id given as `undefined` is forgotten. `open`: the item of a write that may have happened; `undefined` once its outcome is known. */
export type Change = { [Name in keyof Made]?: Made[Name] | undefined } & {
  open?: ItemId | undefined
  done?: true
  by?: string
  ended?: Ending
}

export function progressed(before: Progress | undefined, { done, by, ended, ...change }: Change): Progress {
  const { open, ...ids } = { ...madeOf(before), open: openItem(before), ...change }
  const made = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)) as Made
  // An end stays until a person acts (`withoutEnd`), even if a write turns out to be open.
  const ending = ended ?? endingOf(before)
  if (ending) return { ...made, state: 'ended', ending, ...(open && { item: open }) }
  if (done) return { ...made, state: 'done', ...(by !== undefined && { by }) }
  if (open) return { ...made, state: 'open', item: open }
  if (before?.state === 'done') return { ...made, state: 'done', ...(before.by !== undefined && { by: before.by }) }
  return { ...made, state: hasMade(made) ? 'made' : 'found' }
}

export function madeOf(progress: Progress | undefined): Made {
  const { state: _, item: __, by: ___, ending: ____, ...made }: Partial<Record<string, unknown>> = progress ?? {}
  return made
}

export const hasMade = ({ returnId, createdOrderId, publishedImageId, comment }: Made): boolean =>
  [returnId, createdOrderId, publishedImageId, comment].some((made) => made !== undefined)

export const openItem = (progress: Progress | undefined): ItemId | undefined =>
  progress && 'item' in progress ? progress.item : undefined

export const endingOf = (progress: Progress | undefined): Ending | undefined =>
  progress?.state === 'ended' ? progress.ending : undefined

export const withoutEnd = (progress: Progress): Progress =>
  progress.state === 'ended' ? progressed(undefined, { ...madeOf(progress), open: progress.item }) : progress
