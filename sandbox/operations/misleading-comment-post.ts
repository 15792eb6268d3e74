import type { Operation } from '../operation.ts'

const redirectPage =
  '<!DOCTYPE html><html><head><meta http-equiv="refresh" content="0;url=/index.html"></head><body>Redirecting</body></html>'

/** Specification, POST /rest/comments/order/{orderId}: answers like a success but stores nothing. */
export const misleadingCommentPost: Operation = {
  method: 'POST',
  template: '/rest/comments/order/{orderId}',
  answer: () => ({ status: 200, html: redirectPage, headers: { 'x-location': '/index.html' } }),
}
