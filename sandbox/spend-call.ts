import type { Limits, Window } from './limits.ts'
import type { Reply } from './reply.ts'
import { failure } from './reply.ts'
import type { World } from './world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Bucket = { window: string; limit: number; lengthMs: number; header: string; name: string }

/** Reads and writes have separate buckets. The long one counts all writes of the system (docs/back-office.md 3.1). */
const bucketsOf = (limits: Limits, kind: 'read' | 'write', route: string): Bucket[] => {
  const perMinute = kind === 'read' ? limits.readsPerMinute : limits.writesPerMinute
  const buckets: Bucket[] = []
  if (perMinute !== undefined) {
    const minute = { limit: perMinute, lengthMs: minuteMs, name: `short period ${kind} limit` }
    buckets.push({ ...minute, window: kind, header: 'Global-Short-Period' })
    buckets.push({ ...minute, window: route, header: 'Route' })
  }
  if (limits.writesPerDay !== undefined)
    buckets.push({
      window: 'day',
      limit: limits.writesPerDay,
      lengthMs: dayMs,
      header: 'Global-Long-Period',
      name: 'long period write limit',
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
  const charged = buckets.filter((bucket) => kind === 'write' || bucket.window !== 'day')
  const full = charged.find((bucket) => openWindow(world, bucket).used >= bucket.limit)
  if (full) {
    const retryAfter = String(decaySeconds(world, openWindow(world, full)))
    const refusal = failure(429, `${full.name} reached`)
    return { refusal, headers: { ...headersOf(world, buckets), 'Retry-After': retryAfter } }
  }
  for (const bucket of charged) openWindow(world, bucket).used += 1
  return { headers: headersOf(world, buckets) }
}
