import type { Ask } from '../../local/ask.ts'
import { CannotStart } from '../../local/cannot-start.ts'

/** One thing to know: `option` gives it, `question` asks for it. `problem` ends a sentence, and shows no value. */
export type Wanted = {
  option: string
  question: string
  hidden?: boolean
  problem: (answer: string) => string | undefined
}

/** What was given, else what the person answers; a wrong answer is asked for again. Throws `CannotStart` where nobody can be asked. */
export async function answerTo(wanted: Wanted, given: string | undefined, ask: Ask | undefined): Promise<string> {
  const { option, question, hidden = false, problem } = wanted
  if (given !== undefined) {
    const wrong = problem(given.trim())
    if (wrong !== undefined) throw new CannotStart(`${option} ${wrong}.`)
    return given.trim()
  }
  if (!ask) throw new CannotStart(`${option} is missing: write it, or run this in a terminal, which asks for it.`)
  for (let before = ''; ; ) {
    const answer = await ask(`${before}${question}: `, { hidden })
    const wrong = problem(answer)
    if (wrong === undefined) return answer
    before = `It ${wrong}.\n`
  }
}
