import type { Work } from './workflow.ts'

/**
 * Whether somebody who was told that the write is not there has released the event since. `toldAbsent`: when a hold told so, epoch ms.
 * A release of a hold that said something else (the back office refused to be asked, the tries were used up) is none. Telling uses such a
 * release up, so one that stands beside the mark came after it.
 */
export const isReleasedAsAbsent = (work: Work, toldAbsent: number | undefined): boolean =>
  toldAbsent !== undefined && work.event().waived?.includes('outcome_unclear') === true
