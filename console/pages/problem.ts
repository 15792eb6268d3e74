import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from '../html/html.ts'
import { problemPart } from '../html/problem-part.ts'
import { showPage } from '../layout.ts'

type Problem = { title: string; text: string | Html[]; status: ContentfulStatusCode }

/** A page that says why there is no other one, and where to go on. */
export const showProblem = (c: ConsoleContext, { title, text, status }: Problem) =>
  showPage(c, {
    title,
    status,
    main: html`${problemPart(text)}
<p><a href="/console">${c.var.texts.problem.toOverview}</a></p>`,
  })
