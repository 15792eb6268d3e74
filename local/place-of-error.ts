import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

type Place = { file: string; position: string }

/**
 * The place of an error that a module threw while it was loaded, as `<file in the folder>:<line>:<column>`. That is the
 * parser's place if there is one (Node writes it above the stack, with carets for the column); else the first frame in
 * the folder outside `lib`, or else in it. Undefined if the stack names none.
 */
export function placeOf(error: unknown, folder: string): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const inFolder = [...parsed(stack), ...frames(stack)].flatMap(({ file, position }) => {
    const path = relative(folder, file).split(sep)
    return path[0] === '..' || path.includes('node_modules') ? [] : [{ path, position }]
  })
  const place = inFolder.find(({ path }) => path[0] !== 'lib') ?? inFolder[0]
  return place && `${place.path.join('/')}:${place.position}`
}

function parsed(stack: string): Place[] {
  const [head = '', ...lines] = stack.split('\n')
  const { url, line } = /^(?<url>file:\/\/.+):(?<line>\d+)$/.exec(head)?.groups ?? {}
  if (url === undefined) return []
  const carets = lines.find((text) => /^\s*\^+\s*$/.test(text))
  const column = carets === undefined ? '' : `:${carets.indexOf('^') + 1}`
  return [{ file: fileURLToPath(url), position: `${line}${column}` }]
}

function frames(stack: string): Place[] {
  return [...stack.matchAll(/(file:\/\/[^\s()]+):(\d+:\d+)\)?$/gm)].map(([, url = '', position = '']) => ({
    file: fileURLToPath(url),
    position,
  }))
}
