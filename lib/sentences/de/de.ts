import type { Sentences } from '../sentences.ts'
import { utc } from '../utc.ts'
import { advice } from './advice.ts'
import { finding } from './finding.ts'
import { history } from './history.ts'
import { lineWhy } from './line-why.ts'
import { login } from './login.ts'
import { means } from './means.ts'
import { next } from './next.ts'
import { problem } from './problem.ts'
import { reason } from './reason.ts'
import { record } from './record.ts'
import { toDo } from './to-do.ts'
import { wait } from './wait.ts'

export const de: Sentences = {
  reason,
  means,
  login,
  problem,
  advice,
  finding,
  wait,
  history,
  next,
  toDo,
  record,
  lineWhy,
  line: ({ text, first, last, times }) =>
    times === 1 ? `${utc(first)}: ${text}` : `${utc(first)} bis ${utc(last)}, ${times} Mal: ${text}`,
}
