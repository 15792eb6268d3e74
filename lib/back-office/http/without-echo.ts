/** What a request said, as far as a server may quote it. */
export type Sent = { body?: unknown; query?: readonly (readonly [name: string, value: string | number])[] | undefined }
const mark = '[what was sent]'
/** A shorter run of letters and digits is in any sentence. */
const shortestRun = 12
/** A value of the query stands for itself: a number or an address that somebody typed. */
const shortestValue = 4
/** What a program writes, and no person: `order`. */
const code = /^[a-z_]+$/

/** A server's words without what they quote of the request, by letters and digits: errors and logs repeat them. */
export function createWithoutEcho({ body, query = [] }: Sent): (words: string) => string {
  const { texts, prices } = partsOf(body)
  const typed = query.filter(([name]) => !name.startsWith('with')).map(([, value]) => lettersOf(String(value)))
  const named = texts.filter((text) => !code.test(text)).map(lettersOf)
  const quotable: Quotable = {
    whole: new Set(typed.filter((value) => value.length >= shortestValue)),
    apart: new Set(named.filter((text) => text.length >= shortestValue && text.length < shortestRun)),
    runs: runsOf(texts.map(lettersOf)),
  }
  return (words) =>
    prices.reduce((text, price) => text.replace(price, mark), replaceMarked(words, quotedIn(words, quotable)))
}

/** `apart`: it counts only between other characters than letters and digits. */
type Quotable = Record<'whole' | 'apart' | 'runs', ReadonlySet<string>>
const isLetter = /[\p{L}\p{N}]/u
const lettersOf = (text: string): string => [...text.toLowerCase()].filter((one) => isLetter.test(one)).join('')

/** Every run of the shortest length: any longer one is made of them. */
function runsOf(texts: readonly string[]): ReadonlySet<string> {
  const runs = new Set<string>()
  for (const text of texts) {
    for (let from = 0; from + shortestRun <= text.length; from += 1) runs.add(text.slice(from, from + shortestRun))
  }
  return runs
}

/** For each UTF-16 unit of `words`, whether it belongs to a quote. */
function quotedIn(words: string, { whole, apart, runs }: Quotable): boolean[] {
  const places: number[] = []
  let letters = ''
  for (let at = 0; at < words.length; at += 1) {
    const one = words.charAt(at).toLowerCase()
    if (!isLetter.test(one)) continue
    places.push(at)
    letters += one.charAt(0)
  }
  const isQuoted = Array.from(words, () => false)
  const isPartOfWord = (first: number, last: number) =>
    isLetter.test(words.charAt(first - 1)) || isLetter.test(words.charAt(last + 1))
  const quote = (from: number, length: number, mayBePart: boolean) => {
    const [first = 0, last = 0] = [places[from], places[from + length - 1]]
    if (mayBePart || !isPartOfWord(first, last)) isQuoted.fill(true, first, last + 1)
  }
  for (const part of [...whole, ...apart]) {
    for (let from = letters.indexOf(part); from >= 0; from = letters.indexOf(part, from + 1))
      quote(from, part.length, whole.has(part))
  }
  for (let from = 0; runs.size > 0 && from + shortestRun <= letters.length; from += 1)
    if (runs.has(letters.slice(from, from + shortestRun))) quote(from, shortestRun, true)
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
  const prices = new Set<number>()
  const walk = (value: unknown, name: string): void => {
    if (isPrice(name, value)) prices.add(Number(value))
    else if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) for (const one of value) walk(one, name)
    else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) walk(one, key)
  }
  walk(body, '')
  return { texts: [...new Set(texts)], prices: [...prices].map(priceAs) }
}

/** As a number or as a text. */
const isPrice = (name: string, value: unknown): boolean =>
  /price/i.test(name) && (typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)))

/** With more zeros at its end, and with a comma too. */
const priceAs = (price: number): RegExp =>
  new RegExp(`(?<![\\d.])${String(price).replace('.', '[.,]').replace('+', '\\+')}0*(?!\\d)`, 'g')
