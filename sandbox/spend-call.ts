import type { Limits, Window } from './limits.ts'
import type { Reply } from './reply.ts'
import { failure } from './reply.ts'
import type { World } from './world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Kind = 'read' | 'write'
type Bucket = { window: string; limit: number; lengthMs: number; header: string; name: string }

/** Counts from now on, with what other programs have used of it. */
export const openDay = (world: World, kind: Kind, used: number): void => {
  world.windows.set(`${kind}s of the day`, { endsAtMs: world.now() + dayMs, used })
}

/** Reads and writes have separate buckets. The long ones count all calls of the system (docs/back-office.md 3.1). */
const bucketsOf = (limits: Limits, kind: Kind, route: string): Bucket[] => {
  const [perMinute, perDay] =
    kind === 'read' ? [limits.readsPerMinute, limits.readsPerDay] : [limits.writesPerMinute, limits.writesPerDay]
  const buckets: Bucket[] = []
  if (perMinute !== undefined) {
    const minute = { limit: perMinute, lengthMs: minuteMs, name: `short period ${kind} limit` }
    buckets.push({ ...minute, window: kind, header: 'Global-Short-Period' })
    buckets.push({ ...minute, window: route, header: 'Route' })
  }
  if (perDay !== undefined)
    buckets.push({
      window: `${kind}s of the day`,
      limit: perDay,
      lengthMs: dayMs,
      header: 'Global-Long-Period',
      name: `long period ${kind} limit`,
    })
  return buckets
}

/** A window begins with its first call and ends a fixed time later. */
const openWindow = (world: World, bucket: Bucket): Window => {
  const open = world.windows.get(bucket.window)
  if (open && open.endsAtMs > world.now()) return open
  const begun = { endsAtMs: world.now() + bucket.lengthMs, used: 0 }
  world.windows.set(bucket.window, begun)
  return begun
}

const decaySeconds = (world: World, window: Window): number => Math.ceil((window.endsAtMs - world.now()) / 1000)

const headersOf = (world: World, buckets: Bucket[]): Record<string, string> =>
  Object.fromEntries(
    buckets.flatMap((bucket) => {
      const window = openWindow(world, bucket)
      return [
        [`X-Plenty-${bucket.header}-Limit`, String(bucket.limit)],
        [`X-Plenty-${bucket.header}-Decay`, String(decaySeconds(world, window))],
        [`X-Plenty-${bucket.header}-Calls-Left`, String(Math.max(0, bucket.limit - window.used))],
      ]
    }),
  )

/** Counts one call, or refuses it with 429 and `Retry-After`. Every answer must carry `headers`. */
export const spendCall = (
  world: World,
  method: string,
  route: string,
): { refusal?: Reply; headers: Record<string, string> } => {
  const kind = method === 'GET' || method === 'HEAD' ? 'read' : 'write'
  const buckets = bucketsOf(world.limits, kind, route)
  const full = buckets.find((bucket) => openWindow(world, bucket).used >= bucket.limit)
  if (full) {
    const retryAfter = String(decaySeconds(world, openWindow(world, full)))
    const refusal = failure(429, `${full.name} reached`)
    return { refusal, headers: { ...headersOf(world, buckets), 'Retry-After': retryAfter } }
  }
  for (const bucket of buckets) openWindow(world, bucket).used += 1
  return { headers: headersOf(world, buckets) }
}
