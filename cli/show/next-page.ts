import { cellOf } from './cell.ts'

/** What to type for the rows that an answer has left out; nothing where it has all. */
export function nextPage(command: string, args: readonly string[], result: unknown): string {
  const { cursor } = (result ?? {}) as { cursor?: unknown }
  if (typeof cursor !== 'string') return ''
  const others = withoutCursor(args).map(quoted)
  return `\nThere may be more: npx backoffice-bridge ${[command, ...others, '--cursor', quoted(cursor)].join(' ')}\n`
}

function withoutCursor(args: readonly string[]): string[] {
  return args.filter((arg, at) => arg !== '--cursor' && args[at - 1] !== '--cursor' && !arg.startsWith('--cursor='))
}

const quoted = (arg: string): string =>
  /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${cellOf(arg).replaceAll("'", "'\\''")}'`
