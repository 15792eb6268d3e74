import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream'
import { listen } from '../../local/listen.ts'

type FrontOptions = {
  /** Takes a request for itself, or leaves it. */
  instead?: (asked: IncomingMessage, answer: ServerResponse) => boolean
  /** Whether signatures are checked behind it: they contain the host that was asked. */
  isSigned?: boolean
}

/**
 * A front of the tables whose answers have another time: that of a bridge whose clocks were moved ahead. A function whose clock differs from
 * the tables' works on nothing.
 */
export async function startDatedFront(base: string, now: () => number, { instead, isSigned }: FrontOptions = {}) {
  const server = createServer((asked, answer) => {
    if (instead?.(asked, answer)) return
    const { method, url } = asked
    const to = new URL(url ?? '/', base)
    const headers = isSigned ? asked.headers : { ...asked.headers, host: to.host }
    const passed = send(to, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, { ...given.headers, date: new Date(now()).toUTCString() })
      pipeline(given, answer, () => {})
    })
    // Whoever asked has gone, or the tables are closed.
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    pipeline(asked, passed, () => {})
  })
  return await listen(server, 0)
}
