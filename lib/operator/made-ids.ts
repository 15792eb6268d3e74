import type { InboxEvent } from '../inbox/event.ts'

/** Ids of what was made, or found made, for an event. */
export function madeIds({ progress }: Pick<InboxEvent, 'progress'>) {
  const made = Object.values(progress)
  return {
    returnIds: made.flatMap(({ returnId }) => returnId ?? []),
    createdOrderIds: made.flatMap(({ createdOrderId }) => createdOrderId ?? []),
    publishedImageIds: made.flatMap(({ publishedImageId }) => publishedImageId ?? []),
    commentIds: made.flatMap(({ comment }) => comment?.commentId ?? []),
  }
}
