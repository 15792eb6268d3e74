import type { Hono } from 'hono'
import type { ConsoleEnv } from '../../console/console-env.ts'

const origin = 'http://127.0.0.1:3000'
export type Shown = { status: number; path: string; headers: Headers; html: string; text: string }

/** A browser without scripts: it keeps cookies, follows redirects, and fills forms in as they are on the page. Its person is known. */
export function createVisitor(app: Pick<Hono<ConsoleEnv>, 'request'>) {
  const cookies = new Map([['bridge-by', 'Kim']])

  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Shown> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie !== '' && { cookie }), ...init.headers }
    const answer = await app.request(`${origin}${path}`, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const html = await answer.text()
    return { status: answer.status, path, headers: answer.headers, html, text: textOf(html) }
  }

  const follow = async (shown: Shown): Promise<Shown> => {
    const location = shown.headers.get('location')
    return shown.status === 303 && location !== null ? await follow(await send(location)) : shown
  }

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> =>
    send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin, ...headers },
    })

  /** Sends the page's form whose button has this text, with what the page has filled in and `fields`. */
  const submit = async (page: Shown, button: string, fields: Record<string, string> = {}): Promise<Shown> => {
    const form = formsOf(page.html).find(({ buttons }) => buttons.some(({ text }) => text === button))
    if (!form) throw new Error(`${page.path} has no button "${button}": ${page.text}`)
    const pressed = form.buttons.find(({ text }) => text === button)
    const all = { ...form.fields, ...(pressed?.name && { [pressed.name]: pressed.value }), ...fields }
    if (form.method === 'post') return await follow(await post(form.action, all))
    return await follow(await send(`${form.action}?${new URLSearchParams(all)}`))
  }

  return { get: async (path: string) => await follow(await send(path)), send, post, follow, submit, cookies }
}

type Form = {
  method: string
  action: string
  fields: Record<string, string>
  buttons: { text: string; name: string; value: string }[]
}

/** The forms of a page as a browser would send them untouched. */
export const formsOf = (html: string): Form[] =>
  [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes = '', body = '']) => ({
    method: attribute(attributes, 'method') ?? 'get',
    action: attribute(attributes, 'action') ?? '',
    fields: fieldsOf(body),
    buttons: [...body.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map(([, own = '', text = '']) => ({
      text: textOf(text),
      name: attribute(own, 'name') ?? '',
      value: attribute(own, 'value') ?? '',
    })),
  }))

function fieldsOf(body: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, own = ''] of body.matchAll(/<input\b([^>]*)>/g)) {
    const isChoice = ['checkbox', 'radio'].includes(attribute(own, 'type') ?? '')
    // A browser sends all of one name, and the console reads the first.
    if (!isChoice || /\bchecked\b/.test(own)) fields[attribute(own, 'name') ?? ''] ??= attribute(own, 'value') ?? ''
  }
  for (const [, own = '', text = ''] of body.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g))
    fields[attribute(own, 'name') ?? ''] = unescaped(text)
  for (const [, own = '', options = ''] of body.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option)
    const chosen = all.find((option) => /\bselected\b/.test(option)) ?? all[0] ?? ''
    fields[attribute(own, 'name') ?? ''] = attribute(chosen, 'value') ?? ''
  }
  delete fields['']
  return fields
}

const attribute = (attributes: string, name: string): string | undefined => {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** What a person reads, in one line. */
const textOf = (html: string): string =>
  unescaped(html.replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
