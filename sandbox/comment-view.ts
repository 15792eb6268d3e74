import { toLocalTime } from './local-time.ts'
import type { Comment } from './records.ts'

/** A comment as answers and reads show it (public facts, Records: POST /rest/comments answer). */
export const commentView = ({ createdAtMs, ...comment }: Comment): Record<string, unknown> => ({
  ...comment,
  createdAt: toLocalTime(createdAtMs),
})
