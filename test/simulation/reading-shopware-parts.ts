import { json } from './reading.ts'

export const family = 'shops' as const
export const settings = { kind: 'shopware' }
const seconds = Date.parse('2026-03-02T09:00:00Z') / 1_000
export const state = (name: string) => `state_enter.${name}`
export const returned = state('order_delivery.state.returned')

type Told = { event: string; payload: object; eventId?: string | undefined; time?: number; shopId?: string }
export const message = ({ event, payload, eventId = 'e-1', time, shopId = 'shop-12_A' }: Told): string =>
  json({
    data: { event, payload },
    source: { url: 'https://shop.example.com', shopId, ...(eventId !== '' && { eventId }) },
    ...(time !== undefined && { timestamp: seconds + time }),
  })
export const order = (deliveries: unknown) => ({ order: { id: 'o77', orderNumber: '10077', deliveries } })
