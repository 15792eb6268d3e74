import type { About } from '../inbox/event.ts'
import { plainText } from '../plain-text.ts'

/** What a source is called; `hand`: an operator. `source`: its name, where others would be called the same. */
export type SourceTitle = { source?: string } & (
  | { code: 'form' | 'withdrawal_form' | 'hand' }
  | { code: 'shop' | 'sender'; name: string }
)

/** `of`: between what it is and its articles. `delivery`: of an event that no run has saved. */
export type RowWords = Readonly<Record<About['what'] | 'of' | 'all' | 'form' | 'withdrawal_form' | 'hand', string>> & {
  pieces(count: number): string
  more(lines: number): string
  ofOrder(name: string | number): string
  delivery(title: string): string
  shop(name: string): string
}

export function titleText(words: RowWords, title: SourceTitle): string {
  const name = 'name' in title ? (title.code === 'shop' ? words.shop(title.name) : title.name) : words[title.code]
  return title.source === undefined ? name : `${name} (${title.source})`
}

type Row = { about?: About | undefined; orderId?: number | undefined; title: SourceTitle }

/** `Return of 1 × Mug, blue · order #1001`; with a question mark where nobody knows yet whether there is that order. */
export function rowText(words: RowWords, { about, orderId, title }: Row): string {
  const { what, pieces, name, more = 0, all, label, number = orderId, typed } = about ?? ({ number: orderId } as About)
  const counted =
    name === undefined ? pieces && words.pieces(pieces) : `${pieces} × ${name}${more ? words.more(more) : ''}`
  const articles = all ? words.all : counted
  const said = about
    ? [words[what], ...(articles ? [articles] : [])].join(words.of)
    : words.delivery(titleText(words, title))
  const order = label ?? number ?? (typed && `${typed}?`)
  return plainText(order === undefined ? said : `${said} · ${words.ofOrder(order)}`)
}
