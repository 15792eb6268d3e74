/** What a request said, as far as a server may quote it. */
export type Sent = { body?: unknown; query?: readonly (readonly [name: string, value: string | number])[] | undefined }

const mark = '[what was sent]'

/** A shorter run of letters and digits is in any sentence. */
const shortestRun = 12
/** A value of the query stands for itself: a number or an address that somebody typed. */
const shortestValue = 4

/**
 * The words of a server without what it quotes of the request: the words of a customer, a number that somebody typed, a price. Errors,
 * reasons and logs repeat these words. Compares letters and digits alone, because servers change the rest.
 */
export function withoutEcho(words: string, { body, query = [] }: Sent): string {
  const { texts, prices } = partsOf(body)
  const typed = query.filter(([name]) => !name.startsWith('with')).map(([, value]) => String(value))
  const whole = typed.map(lettersOf).filter((value) => value.length >= shortestValue)
  const runs = texts.map(lettersOf).filter((text) => text.length >= shortestRun)
  const isQuoted = quotedIn(words, [
    ...whole.map((value) => ({ of: value, length: value.length })),
    ...runs.map((text) => ({ of: text, length: shortestRun })),
  ])
  return prices.reduce((text, price) => text.replace(price, mark), replaceMarked(words, isQuoted))
}

type Part = { of: string; length: number }

const isLetter = /[\p{L}\p{N}]/u
const lettersOf = (text: string): string => [...text.toLowerCase()].filter((one) => isLetter.test(one)).join('')

/** For each UTF-16 unit of `words`, whether it belongs to a quote. */
function quotedIn(words: string, parts: readonly Part[]): boolean[] {
  const places: number[] = []
  let letters = ''
  for (let at = 0; at < words.length; at += 1) {
    const one = words.charAt(at).toLowerCase()
    if (!isLetter.test(one)) continue
    places.push(at)
    letters += one.charAt(0)
  }
  const isQuoted = Array.from(words, () => false)
  for (const { of, length } of parts) {
    for (let from = 0; from + length <= letters.length; from += 1) {
      if (!of.includes(letters.slice(from, from + length))) continue
      const [first = 0, last = 0] = [places[from], places[from + length - 1]]
      isQuoted.fill(true, first, last + 1)
    }
  }
  return isQuoted
}

function replaceMarked(words: string, isQuoted: readonly boolean[]): string {
  let text = ''
  for (let at = 0; at < words.length; at += 1) {
    if (!isQuoted[at]) text += words.charAt(at)
    else if (!isQuoted[at - 1]) text += mark
  }
  return text
}

/** The texts of a body, and its prices as they can stand in a sentence. */
function partsOf(body: unknown): { texts: string[]; prices: RegExp[] } {
  const texts: string[] = []
  const prices: RegExp[] = []
  const walk = (value: unknown, name: string): void => {
    if (isPrice(name, value)) prices.push(priceAs(Number(value)))
    else if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) for (const one of value) walk(one, name)
    else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) walk(one, key)
  }
  walk(body, '')
  return { texts, prices }
}

/** As a number or as a text. */
const isPrice = (name: string, value: unknown): boolean =>
  /price/i.test(name) && (typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)))

/** With more zeros at its end, and with a comma too. */
const priceAs = (price: number): RegExp =>
  new RegExp(`(?<![\\d.])${String(price).replace('.', '[.,]').replace('+', '\\+')}0*(?!\\d)`, 'g')
