import type { ConsoleContext } from '../console-env.ts'
import { type Html, html } from './html.ts'
import { eventPart, eventPath, orderPath } from './paths.ts'

type About = { id?: string | undefined; orderId?: number | undefined }

/** The page that does what a sentence names by its command. */
const pages = {
  'order.get': orderPage,
  'return.list': orderPage,
  'comment.list': (about) => `${orderPage(about)}${about.orderId === undefined ? '' : '#comments'}`,
  'order.find': () => '/console/orders',
  'order.list': () => '/console/orders',
  'contact.find': () => '/console/orders',
  'return.create': forOrder('/console/return'),
  'comment.add': forOrder('/console/comment'),
  'record.forget': forOrder('/console/forget'),
  'event.list': ({ orderId }: About) => `/console/search${orderId === undefined ? '' : `?orderId=${orderId}`}`,
  'event.get': ({ id }: About) => (id === undefined ? '/console/search' : eventPath(id)),
  'event.link': ({ id }: About) => (id === undefined ? '/console/search' : eventPart('link', id)),
  'event.correct': ({ id }: About) => (id === undefined ? '/console/search' : eventPart('correct', id)),
  'event.plan': ({ id }: About) => (id === undefined ? '/console/search' : eventPart('plan', id)),
  'event.release': onEvent,
  'event.replay': onEvent,
  'event.discard': onEvent,
  'event.reveal': onEvent,
  'bridge.pause': () => '/console/pause',
  'bridge.resume': () => '/console/pause',
  'login.reset': () => '/console/login',
  'login.status': () => '/console/login',
  doctor: () => '/console/doctor',
  stats: () => '/console',
} satisfies Record<string, (about: About) => string>
export type LinkedCommand = keyof typeof pages

/** Longest first, so that none is cut by a shorter one. */
const names = Object.keys(pages).sort((one, other) => other.length - one.length) as LinkedCommand[]
const named = new RegExp(`(\`[^\`]+\`|\\b(?:${names.map((name) => name.replace('.', '\\.')).join('|')})\\b)`)

/** A sentence of the bridge: whatever command it names becomes a link to the page that does it, in words. */
export const withLinks = ({ var: { texts } }: ConsoleContext, sentence: string, about: About = {}): Html[] =>
  partsOf(sentence).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.replaceAll('`', '')}</code>`
    if (part.startsWith(json)) return html`<a href="/console/bulk">${texts.nav.bulk}</a>`
    if (!Object.hasOwn(pages, part)) return html`${part}`
    const name = part as LinkedCommand
    return html`<a href="${pages[name](about)}">${texts.commands[name]}</a>`
  })

const json = '{"command": '

/** The names, the commands as JSON, up to the last brace of their line, and what stands between. In one pass: sentences can be long. */
const partsOf = (sentence: string): string[] =>
  sentence.split(/(?<=\n)/).flatMap((line) => {
    const [begin, end] = [line.indexOf(json), line.lastIndexOf('}') + 1]
    if (begin < 0 || end <= begin) return line.split(named)
    return [...line.slice(0, begin).split(named), line.slice(begin, end), ...line.slice(end).split(named)]
  })

function orderPage({ orderId }: About): string {
  return orderId === undefined ? '/console/orders' : orderPath(orderId)
}

function forOrder(path: string) {
  return ({ orderId }: About): string => (orderId === undefined ? path : `${path}?order=${orderId}`)
}

function onEvent({ id }: About): string {
  return id === undefined ? '/console/search' : `${eventPath(id)}#do`
}
