import { readPage } from './pages.ts'

/** By its number; the text goes up to the next heading. */
export const sections = readPage('docs/back-office.md')
  .split(/^##+ /m)
  .flatMap((text) => {
    const [, number] = /^(\d+(?:\.\d+)?)\.? /.exec(text) ?? []
    return number === undefined ? [] : [{ number, text }]
  })
export const textOf = (number: string) => sections.find((section) => section.number === number)?.text ?? ''
type Row = { section: string; header: string; cells: string[] }

export const rowsOf = ({ number, text }: (typeof sections)[number]): Row[] =>
  [...text.matchAll(/^(\|.+\|)\n\|[-|]+\|\n((?:\|.+\|\n)+)/gm)].flatMap(([, header = '', body = '']) =>
    body
      .trim()
      .split('\n')
      .map((row) => ({ section: number, header, cells: row.split(' | ').map((one) => one.replace(/^\| | \|$/g, '')) })),
  )

/** Sections 1 to 11 describe the interface, 12 how the bridge uses it. */
export const describing = sections.filter(({ number }) => Number.parseInt(number, 10) <= 11)
export const statements = describing.flatMap(rowsOf)
