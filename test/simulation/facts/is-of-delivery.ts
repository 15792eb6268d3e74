import type { Delivery } from './fact.ts'

/** Whether that is the event of the delivery. A shop's is named by its webhook id and by 16 digits of what was sent. */
export const isOfDelivery = ({ source, id }: Pick<Delivery, 'source' | 'id'>, event: string): boolean =>
  source === 'shop'
    ? event.startsWith(`shop/${id}:`) && /^[\da-f]{16}$/.test(event.slice(`shop/${id}:`.length))
    : event === `${source}/${id}`
