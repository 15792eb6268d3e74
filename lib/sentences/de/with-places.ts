import type { Reason } from '../../reasons.ts'
import { type Sentences, say } from '../sentences.ts'

/** The sentences of reasons; where an event names the commands that failed, those of each one with its place. */
export function withPlaces(own: Sentences['reason']): Sentences['reason'] {
  const sentence = ({ several, ...facts }: Reason): string => {
    if (!several) return say(own, facts as Reason)
    const { count, of, failed } = several
    const named = failed.map(({ position, because }) => `Befehl ${position}: ${say(own, because)}`)
    const more =
      count > failed.length ? [`Die anderen ${count - failed.length} stehen bei den Befehlen des Ereignisses.`] : []
    return [`${count} von ${of} Befehlen des Ereignisses sind gescheitert.`, ...named, ...more].join(' ')
  }
  return Object.fromEntries(Object.keys(own).map((code) => [code, sentence])) as Sentences['reason']
}
