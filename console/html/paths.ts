/** An id is text in an address, whatever is in it. */
export const eventPath = (id: string): string => `/console/event?id=${encodeURIComponent(id)}`
export const eventPart = (part: 'plan' | 'correct' | 'link' | 'compare', id: string): string =>
  `/console/${part}?id=${encodeURIComponent(id)}`
export const orderPath = (orderId: number): string => `/console/order?id=${orderId}`
