import type { Operation } from '../operation.ts'

const redirectPage =
  '<!DOCTYPE html><html><head><meta http-equiv="refresh" content="0;url=/index.html"></head><body>Redirecting</body></html>'

/** Answers like a success but stores nothing (docs/back-office.md 6.2). */
export const misleadingCommentPost: Operation = {
  method: 'POST',
  template: '/rest/comments/order/{orderId}',
  right: 'comments.create',
  answer: () => ({ status: 200, html: redirectPage, headers: { 'x-location': '/index.html' } }),
}
