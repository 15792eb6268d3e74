/** A text of a source and what stands there instead; blanks and line ends are all alike, so that a formatter may move them. */
export type Edit = { file: string; find: string; replace: string }

/** The source after an edit. Throws where its text is not there, or there twice. */
export function edited(source: string, { file, find, replace }: Edit): string {
  const pattern = new RegExp(find.split(/\s+/).map(escaped).join('\\s*'), 'g')
  const found = [...source.matchAll(pattern)]
  if (found.length !== 1) throw new Error(`${file} holds ${found.length} times what a break replaces: ${find}`)
  return source.replace(pattern, () => replace)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
