import type { LeftOutKind } from '../../back-office/constants.ts'
import type { LineName } from '../../reasons.ts'

export type { LeftOutKind }

/** Why a line is part of a return. `hasSeveralReasons`: several were given for it, and the first counts. */
export type LineTaken = (
  | { code: 'all_lines' }
  | { code: 'named'; name: LineName }
  /** `cut`: fewer pieces are left than the bundle's share. */
  | { code: 'with_bundle'; cut?: { came: number; due: number } }
) & { hasSeveralReasons?: true }

export type LineAsked =
  | { code: 'named'; name: LineName }
  /** The name fits other articles as well. */
  | { code: 'perhaps_named'; name: LineName }
  | { code: 'of_bundle' }

export type LineWhy =
  | LineTaken
  /** `kind`: what the tables call the type. */
  | { code: 'type_not_returned'; typeId: number; kind?: LeftOutKind }
  | { code: 'phantom' }
  | { code: 'not_asked_for' }
  | { code: 'nothing_left'; asked?: LineAsked }
  /** `quantity`: what the request would have returned of it. */
  | { code: 'request_unfulfilled'; asked: LineTaken | LineAsked; quantity?: number }
