import { type Sentences, say } from '../sentences.ts'
import { utc } from '../utc.ts'
import { wait } from './wait.ts'

export const next: Sentences['next'] = {
  starts_soon: ({ until }) => `Work on it starts within seconds, at ${utc(until)} at the latest.`,
  runs: ({ until }) =>
    `The bridge works on it. If that run has died, the schedule starts another one after ${utc(until)}.`,
  next_attempt: ({ at, why }) => `The next attempt is at ${utc(at)}.${why === undefined ? '' : ` ${say(wait, why)}`}`,
  paused: (pause) => `${say(wait, pause)} The event goes on when that is resumed.`,
  person_decides: () => 'Nothing happens until a person decides.',
  stopped: () => 'Nothing more happens by itself.',
  ended: () => 'Nothing: the event has ended.',
}
