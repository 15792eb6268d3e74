import type { Sentences } from '../sentences.ts'
import { utc } from '../utc.ts'
import { advice } from './advice.ts'

export const toDo: Sentences['toDo'] = {
  nothing: () => 'Nothing.',
  as_advised: ({ reason }) => advice[reason],
  fix_each: ({ id }) =>
    `Fix what the text names for each command, then use event.release with the id ${id}: the bridge tries those again, and does nothing twice. Or do them by hand, then discard the event.`,
  open_login: () =>
    'Correct the secret of the back office. If its API user is locked, have it unlocked there, which sets a new password, and write that into the secret. Then use login.reset.',
  set_owner: ({ id }) =>
    `Set backOffice.ownerId in bridge.config.ts to the id of the API user, and deploy it. Then the event continues at its next attempt; to continue at once: event.release with the id ${id}.`,
  late: () =>
    'The event is late: the schedule has stopped, or it has more to do than the back office allows. See stats and doctor.',
  resume: () => 'Nothing, unless it must go on now: then use bridge.resume.',
  settles: ({ at }) => `Nothing: the bridge checks what it sent at ${utc(at)}. A release before that changes nothing.`,
  release_to_retry: ({ id }) => `Nothing. To retry at once: event.release with the id ${id}.`,
  replay_if_wanted: ({ id }) => `Nothing. If it is wanted after all: event.replay with the id ${id}.`,
  settle_first: ({ id }) => `Settle event ${id} first: the other events of this order may wait for it.`,
  see_events: ({ ids }) => `See what to do about ${ids.join(', ')}.`,
  find_delivery: () =>
    'If something should have happened, look with event.list for a delivery that names another order, or none that fits.',
}
