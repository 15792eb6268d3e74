import { html } from 'hono/html'

/** A part of a page. Whatever a template puts in is escaped, unless it is itself such a part. */
export type Html = ReturnType<typeof html>

export { html }
