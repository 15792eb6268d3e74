import { Hono } from 'hono'
import type { ConsoleEnv } from '../console-env.ts'
import { html } from '../html/html.ts'
import { showPage } from '../layout.ts'

/** Stands where a part is that this console does not have, and says where it is. */
export function absentPart(name: 'senders' | 'sandbox'): Hono<ConsoleEnv> {
  return new Hono<ConsoleEnv>().get('/', (c) =>
    showPage(c, { title: c.var.texts.nav[name], nav: name, main: html`<p>${c.var.texts.absent[name]}</p>` }),
  )
}
