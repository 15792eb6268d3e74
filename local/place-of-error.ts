import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

type Place = { file: string; position: string }

/**
 * Where an error that a module threw while it was loaded comes from, as `<file from the folder>:<line>:<column>`: the place that
 * the parser names (Node writes it above the stack, the column by a line of carets), else the first frame in the folder, one
 * outside of its `lib` before one inside. Undefined where the stack names none.
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
