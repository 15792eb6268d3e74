/** The page with `content` between the two markers of that name. Throws if it does not have each of them once, in this order. */
export function withRun(page: string, content: string, name = 'bench'): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const [before, rest, ...more] = page.split(begin)
  const [, after, ...others] = rest?.split(end) ?? []
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0)
    throw new Error(`the page must have ${begin} and ${end} once each`)
  return `${before}${begin}\n${content}\n${end}${after}`
}
