import type { Acceptor } from '../sources/source.ts'

/** The parts of `/shops/{source}` or `/forms/{source}/{token}`; `name` is empty for any other path. */
export function parsePath(path: string, family: Acceptor['family']): { name: string; rest: string | undefined } {
  const [root, name = '', rest, ...more] = path.split('/').slice(1)
  return root === family && more.length === 0 ? { name, rest: rest || undefined } : { name: '', rest: undefined }
}
