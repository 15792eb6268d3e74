import { toLocalTime } from './local-time.ts'
import type { Comment } from './records.ts'

/** A comment as answers and reads show it (docs/back-office.md 6.1). */
export const commentView = ({ createdAtMs, ...comment }: Comment): Record<string, unknown> => ({
  ...comment,
  createdAt: toLocalTime(createdAtMs),
})
