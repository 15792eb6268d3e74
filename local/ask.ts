import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { withEscapes } from '../lib/plain-text.ts'
import { CannotStart } from './cannot-start.ts'

/** What a person sees and types into. */
export type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

/** Shows a question and waits for a line, without the spaces around it unless it is hidden. Throws `CannotStart` if the person leaves (Ctrl-C, Ctrl-D). */
export type Ask = (question: string, options?: { hidden?: boolean }) => Promise<string>

/** Questions at a terminal. A hidden answer is shown nowhere, also not as stars, which would show its length. */
export function createAsk({ input, output }: Terminal): { ask: Ask; close: () => void } {
  let isHidden = false
  let hasLeft = false
  const lines: string[] = []
  let waiting: PromiseWithResolvers<string> | undefined
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  // Without a history: an arrow key must not bring a hidden answer back.
  const lineReader = createInterface({ input, output: echo, terminal: true, historySize: 0 })
  lineReader.on('line', (line) => {
    if (waiting) waiting.resolve(line)
    else lines.push(line)
  })
  lineReader.on('close', () => {
    hasLeft = true
    output.write('\n')
    waiting?.reject(left())
  })

  const ask: Ask = async (question, { hidden = false } = {}) => {
    if (hasLeft) throw left()
    output.write(withEscapes(question))
    isHidden = hidden
    waiting = Promise.withResolvers()
    const typed = lines.shift()
    if (typed !== undefined) waiting.resolve(typed)
    const answer = await waiting.promise.finally(() => {
      waiting = undefined
      isHidden = false
    })
    if (hidden) output.write('\n')
    return hidden ? answer : answer.trim()
  }
  return {
    ask,
    close() {
      lineReader.removeAllListeners('close')
      lineReader.close()
    },
  }
}

const left = () => new CannotStart('Nothing was written.')
