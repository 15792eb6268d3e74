import { Rejected } from '../../errors.ts'

export type Query = readonly (readonly [name: string, value: string | number])[]

export type Ask = {
  /** A path of routes.ts, or the deployment's own; each `{name}` is taken from `path`. */
  route: string
  path?: Readonly<Record<string, number>>
  query?: Query
}

/** Path and query of the request. Throws `Rejected` where the path lacks an id: nothing may be sent then. */
export function urlOf({ route, path = {}, query = [] }: Ask): string {
  const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined || !Number.isSafeInteger(value) || value < 1)
      throw new Rejected(`${route} was not sent: ${name} must be a positive integer`, { status: 0 })
    return String(value)
  })
  // `encodeURIComponent` throws for half a surrogate pair.
  const encoded = (part: string | number) => encodeURIComponent(`${part}`.toWellFormed())
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}
