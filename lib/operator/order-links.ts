import type { Config } from '../config/config.ts'

/** Where the back office shows each of these orders and returns, by id. Nothing where `orderUrl` is not configured. */
export function orderLinks(
  ids: Iterable<number | undefined>,
  { orderUrl }: Pick<Config, 'orderUrl'>,
): { links?: Record<string, string> } {
  if (orderUrl === undefined) return {}
  const known = [...new Set(ids)].filter((id) => id !== undefined)
  if (known.length === 0) return {}
  const links = known.map((id) => [String(id), orderUrl.replace('{id}', () => encodeURIComponent(id))])
  return { links: Object.fromEntries(links) }
}

export const idsOf = (orders: readonly { id: number }[]): number[] => orders.map(({ id }) => id)
