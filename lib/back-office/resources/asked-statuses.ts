import type { AskedStatuses } from '../types.ts'

/** `filter` is what to ask the back office for: one range. `has` says whether a status was asked for: the range may reach further. */
export type Statuses = { filter: Omit<AskedStatuses, 'cancelled'>; has(statusId: number): boolean }

/**
 * Which statuses of orders were asked for. Cancelled ones are left out (docs/back-office.md 4.3) unless `cancelled` asks for them too, or a
 * range that has no other status.
 */
export function askedStatuses(
  { statusFrom, statusTo, cancelled = false }: AskedStatuses,
  { cancelled: cancelledStatus }: { cancelled: number },
): Statuses {
  const isShown = cancelled || (statusFrom === cancelledStatus && statusTo === cancelledStatus)
  const has = (statusId: number) =>
    statusId === cancelledStatus ? isShown : statusId >= (statusFrom ?? statusId) && statusId <= (statusTo ?? statusId)
  if (!isShown) return { filter: { statusFrom, statusTo }, has }
  const filter = {
    statusFrom: statusFrom === undefined ? undefined : Math.min(statusFrom, cancelledStatus),
    statusTo: statusTo === undefined ? undefined : Math.max(statusTo, cancelledStatus),
  }
  return { filter, has }
}
