/** A text of a source and what stands there instead; blanks and line ends are all alike, so that a formatter may move them. */
export type Edit = { file: string; find: string; replace: string }

/**
 * A function at the top of a source and the expression that takes its place, wherever it is called from. In the expression `original`
 * is the function as it is, and everything else that its source knows has its name.
 */
export type FunctionEdit = { file: string; function: string; becomes: string }

export type AnyEdit = Edit | FunctionEdit

/** The source after an edit. Throws where what it replaces is not there, or there twice. */
export const edited = (source: string, edit: AnyEdit): string =>
  'find' in edit ? withText(source, edit) : withFunction(source, edit)

function withText(source: string, { file, find, replace }: Edit): string {
  const pattern = new RegExp(find.split(/\s+/).map(escaped).join('\\s*'), 'g')
  mustBeOne([...source.matchAll(pattern)], { file, what: find })
  return source.replace(pattern, () => replace)
}

/** What others have imported of it changes as well: the name gets another value when all of the source has run. */
function withFunction(source: string, { file, function: name, becomes }: FunctionEdit): string {
  const declared = new RegExp(
    `^((?:export )?)(?:(?:async )?function\\*? ${name}\\b|async function\\* ${name}\\b|const (${name})\\b)`,
    'gm',
  )
  mustBeOne([...source.matchAll(declared)], { file, what: `function ${name}` })
  const open = source.replace(declared, (text: string, exported: string, constant: string | undefined) =>
    constant === undefined ? text : `${exported}let ${constant}`,
  )
  return `${open}\n{ const original = ${name}; ${name} = ${becomes} }\n`
}

function mustBeOne(found: readonly unknown[], { file, what }: { file: string; what: string }): void {
  if (found.length !== 1) throw new Error(`${file} holds ${found.length} times what a break replaces: ${what}`)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
