import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Ask } from '../../local/ask.ts'
import { answerTo } from './answer.ts'
import type { Given } from './read-given.ts'
import type { Sources } from './settle-sources.ts'

const choices = ['approved', 'refunded', 'never'] as const
export type Returns = Record<string, (typeof choices)[number]>

const isChoice = (text: string): text is (typeof choices)[number] => choices.some((choice) => choice === text)

const wanted = (name: string) => ({
  option: `--returns ${name}=<when>`,
  question: `From when on is a return of ${name} one of the back office? (Enter: approved, as soon as the shop approves it; refunded: once it is paid back; never: it is only linked to one that there is)`,
  problem: (text: string) => (text === '' || isChoice(text) ? undefined : 'must be approved, refunded or never'),
})

/** From when on the returns of shops that have their own become returns here. Throws `CannotStart`. */
export async function settleReturns(sources: Sources, given: Given, ask: Ask | undefined): Promise<Returns> {
  const settled: Returns = {}
  for (const [name, kind] of sources) {
    const own = given.returns[name]
    const hasBoth = sourceOfKind(kind)?.reports?.some(({ by }) => by?.returns?.refunded !== undefined)
    if (own === undefined && !(ask && hasBoth)) continue
    const answer = await answerTo(wanted(name), own, ask)
    settled[name] = isChoice(answer) ? answer : 'approved'
  }
  return settled
}
