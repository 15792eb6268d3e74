import type { Sentences } from '../sentences.ts'
import { utc } from '../utc.ts'
import { advice } from './advice.ts'
import { history } from './history.ts'
import { next } from './next.ts'
import { reason } from './reason.ts'
import { record } from './record.ts'
import { toDo } from './to-do.ts'
import { wait } from './wait.ts'

export const en: Sentences = {
  reason,
  advice,
  wait,
  history,
  next,
  toDo,
  record,
  line: ({ text, first, last, times }) =>
    times === 1 ? `${utc(first)}: ${text}` : `${utc(first)} to ${utc(last)}, ${times} times: ${text}`,
}
