import type { Ending } from '../reasons.ts'
import type { ItemId } from '../write-kinds.ts'

/** What a run found and made for a command, by id. */
export type Made = {
  /** The order that the command is about, once it is found. */
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
  /** Where the comment stands, and its id if an answer showed it. */
  comment?: { orderId: number; commentId?: number }
}

/** What is left of a command; what the event knows is final. What may be sent, the write's own record decides. */
export type Progress = Made &
  (
    | { state: 'found' }
    /** A write of it in this item has an unknown outcome, or was not there when it was looked for. */
    | { state: 'open'; item: ItemId }
    /** Something is made, and something is left: its comment, or a second look. */
    | { state: 'made' }
    /** `by`: the event that had done the same before. */
    | { state: 'done'; by?: string }
    /** It ended other than done, and is not tried again before a person has acted. `item` as above. */
    | { state: 'ended'; ending: Ending; item?: ItemId }
  )

/** An id given as `undefined` is forgotten. `open`: the item of a write that may have happened; `undefined` once its outcome is known. */
export type Change = { [Name in keyof Made]?: Made[Name] | undefined } & {
  open?: ItemId | undefined
  done?: true
  by?: string
  ended?: Ending
}

/** How far a command has come after a change. */
export function progressed(before: Progress | undefined, { done, by, ended, ...change }: Change): Progress {
  const { open, ...ids } = { ...madeOf(before), open: openItem(before), ...change }
  const made = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)) as Made
  // What has ended stays so until a person acts (`withoutEnd`), also where a write of it turns out to be open.
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

/** Whether the back office has something of it. */
export const hasMade = ({ returnId, createdOrderId, publishedImageId, comment }: Made): boolean =>
  [returnId, createdOrderId, publishedImageId, comment].some((made) => made !== undefined)

export const openItem = (progress: Progress | undefined): ItemId | undefined =>
  progress && 'item' in progress ? progress.item : undefined

export const endingOf = (progress: Progress | undefined): Ending | undefined =>
  progress?.state === 'ended' ? progress.ending : undefined

/** The command may be tried again. */
export const withoutEnd = (progress: Progress): Progress =>
  progress.state === 'ended' ? progressed(undefined, { ...madeOf(progress), open: progress.item }) : progress
