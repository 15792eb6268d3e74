import { createMiddleware } from 'hono/factory'

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Nothing from elsewhere runs in a page, nothing frames it, and no cache keeps it. */
export const pageHeaders = createMiddleware(async (c, next) => {
  await next()
  c.header('content-security-policy', policy)
  c.header('x-content-type-options', 'nosniff')
  c.header('x-frame-options', 'DENY')
  // Not no-referrer: with it browsers send the Origin "null" with a form, which cannot be told from that of a foreign page.
  c.header('referrer-policy', 'same-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
  c.header('cache-control', 'no-store')
})
