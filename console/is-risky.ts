import type { EventView } from './event-shapes.ts'

/** Whether a release makes a return that may be there already, and so perhaps a second label at the carrier. */
export const isRisky = ({ reason, commands }: Pick<EventView, 'reason' | 'commands'>): boolean =>
  (reason?.code === 'possible_duplicate' || reason?.code === 'same_parcel') &&
  commands.some(({ type }) => type === 'create-return')
