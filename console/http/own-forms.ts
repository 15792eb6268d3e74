import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { ConsoleContext, ConsoleEnv } from '../console-env.ts'
import { showProblem } from '../layout.ts'
import { isFormToken, sessionOf } from './session.ts'

/** More than any form of the console: 50 ids of 500 characters each, and their fields. */
const mostBytes = 512 * 1024

const limitForm = bodyLimit({
  maxSize: mostBytes,
  onError: (c) => {
    const { tooLarge: title, tooLargeText: text } = (c as ConsoleContext).var.texts.problem
    return showProblem(c as ConsoleContext, { title, text, status: 413 })
  },
})

/** Of a form alone: a body limit makes a request of a method without a body anew, which fails. */
export const limitBody = createMiddleware<ConsoleEnv>((c, next) =>
  c.req.method === 'POST' ? limitForm(c, next) : next(),
)

/**
 * Lets only forms of this console act: sent from a page of the same origin, as a form, with the token of this browser and process. Puts the
 * fields into `form`.
 */
export const ownForms = (secret: string) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const session = sessionOf(c)
    const isOwn = c.req.method === 'POST' && isSameOrigin(c) && isForm(c) && session !== undefined
    const form = isOwn ? new URLSearchParams(await c.req.text()) : undefined
    if (!form || !session || !isFormToken(form.get('token') ?? '', secret, session)) return foreign(c)
    c.set('form', form)
    return next()
  })

function foreign(c: ConsoleContext): Response | Promise<Response> {
  const { foreign, foreignText } = c.var.texts.problem
  return showProblem(c, { title: foreign, text: foreignText, status: 403 })
}

/** Every browser of today sends Origin with a POST. A program that sends neither header is no page of the console. */
function isSameOrigin(c: ConsoleContext): boolean {
  const [origin, site] = [c.req.header('origin'), c.req.header('sec-fetch-site')]
  if (origin === undefined && site === undefined) return false
  if (origin !== undefined && origin !== new URL(c.req.url).origin) return false
  return site === undefined || site === 'same-origin'
}

const isForm = (c: ConsoleContext): boolean =>
  (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
