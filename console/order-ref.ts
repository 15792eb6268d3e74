import type { OrderRefView } from './event-shapes.ts'
import { isId } from './line-rows.ts'

export const orderNames = ['id', 'externalNumber', 'email'] as const

/** Whether something is typed that names no order, or nothing where something is chosen: a mistake, not "as it is". */
export const isHalfNamed = (form: URLSearchParams): boolean =>
  ['orderBy', 'orderValue', 'orderLabel'].some((name) => (form.get(name)?.trim() ?? '') !== '') &&
  orderRef(form) === undefined

/** The order that the fields name; undefined: they name none. */
export function orderRef(form: URLSearchParams): OrderRefView | undefined {
  const [value, label] = [form.get('orderValue')?.trim() ?? '', form.get('orderLabel')?.trim() ?? '']
  const by = orderNames.find((name) => name === form.get('orderBy'))
  if (by === undefined || value === '') return undefined
  if (by === 'id') return isId(value) ? { id: Number(value) } : undefined
  return by === 'email' ? { email: value, ...(label !== '' && { label }) } : { externalNumber: value }
}
