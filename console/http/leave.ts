import type { ConsoleContext } from '../console-env.ts'
import type { Flash } from './flashes.ts'

/** Ends a POST: the browser gets the page at `path`, which shows the flash once. A reload then repeats nothing. */
export function leave(c: ConsoleContext, path: string, flash?: Flash): Response {
  if (!flash) return c.redirect(path, 303)
  const id = c.var.flashes.keep(flash)
  return c.redirect(`${path}${path.includes('?') ? '&' : '?'}said=${encodeURIComponent(id)}`, 303)
}
