/** One line of a demo order. Prices are cents; `purchase` is the merchant's confidential purchase price. */
export type LineData = {
  id: number
  typeId: 1 | 2 | 3 | 6
  variation: number
  name: string
  quantity: number
  sku?: string
  gross: number
  purchase: number
  /** Item id of the bundle's master, on its components. */
  master?: number
}

export type OrderData = {
  id: number
  referrerId: number
  statusId: 7 | 8 | 8.1
  contactId: number
  external: string
  createdAt: string
  /** False: the order has no address relations and no addresses. */
  addressed?: false
  /** Value of the loyalty programme, if the order has one. */
  loyalty?: string
  lines: LineData[]
}

const shipping = (id: number): LineData => ({
  id,
  typeId: 6,
  variation: 0,
  name: 'Shipping costs',
  quantity: 1,
  gross: 490,
  purchase: 0,
})

const line = (id: number, article: Omit<LineData, 'id' | 'typeId' | 'quantity'>, quantity: number): LineData => ({
  id,
  typeId: 1,
  ...article,
  quantity,
})

const mug = { variation: 1101, name: 'Mug, blue', sku: 'MUG-BLUE', gross: 1290, purchase: 412 }
const teapot = { variation: 1102, name: 'Teapot, white', sku: 'TEAPOT-W', gross: 3490, purchase: 1180 }
const lamp = { variation: 1201, name: 'Desk lamp', sku: 'LAMP-7', gross: 5990, purchase: 2105 }
const bulb = { variation: 1202, name: 'Bulb, warm', sku: 'BULB-W', gross: 690, purchase: 155 }
const gloves = { variation: 1304, name: 'Garden gloves', sku: 'GLOVES-M', gross: 990, purchase: 240 }
const chair = { variation: 1401, name: 'Folding chair', sku: 'CHAIR-F', gross: 8900, purchase: 3300 }
const card = { variation: 1501, name: 'Sample card', sku: 'CARD', gross: 100, purchase: 12 }

const giftNote = (id: number): LineData => line(id, { variation: -2, name: 'Gift note', gross: 0, purchase: 0 }, 1)

/** A bundle: master and components share one SKU (docs/back-office.md 4.5, 5.4); only the master has a price. */
const gardenSet: LineData[] = [
  {
    id: 30021,
    typeId: 2,
    variation: 1301,
    name: 'Garden set',
    sku: 'SET-GARDEN',
    quantity: 1,
    gross: 12900,
    purchase: 0,
  },
  {
    id: 30022,
    typeId: 3,
    variation: 1302,
    name: 'Garden table',
    sku: 'SET-GARDEN',
    quantity: 1,
    gross: 0,
    purchase: 3900,
    master: 30021,
  },
  {
    id: 30023,
    typeId: 3,
    variation: 1303,
    name: 'Garden stool',
    sku: 'SET-GARDEN',
    quantity: 4,
    gross: 0,
    purchase: 650,
    master: 30021,
  },
]

/** Every referrer, two orders with one external number, a bundle, cancelled and incomplete ones (docs/sandbox.md). */
export const demoOrders: OrderData[] = [
  {
    id: 10001,
    referrerId: 9,
    statusId: 7,
    contactId: 501,
    external: '6203001001',
    createdAt: '2026-09-01T10:15:00+02:00',
    lines: [line(30001, mug, 2), line(30002, teapot, 1), shipping(30003), giftNote(30004)],
  },
  {
    id: 10002,
    referrerId: 2,
    statusId: 7,
    contactId: 502,
    external: '302-1234567-1234567',
    createdAt: '2026-09-02T08:30:00+02:00',
    loyalty: '250',
    lines: [line(30011, lamp, 1), line(30012, bulb, 4), shipping(30013)],
  },
  {
    id: 10003,
    referrerId: 143.2,
    statusId: 7,
    contactId: 503,
    external: 'B-143-0003',
    createdAt: '2026-09-03T17:45:00+02:00',
    lines: [...gardenSet, line(30024, gloves, 2), shipping(30025)],
  },
  {
    id: 10004,
    referrerId: 2,
    statusId: 8,
    contactId: 505,
    external: 'TWIN-77',
    createdAt: '2026-09-04T09:00:00+02:00',
    lines: [line(30031, lamp, 1), shipping(30032)],
  },
  {
    id: 10005,
    referrerId: 2,
    statusId: 7,
    contactId: 505,
    external: 'TWIN-77',
    createdAt: '2026-09-04T09:05:00+02:00',
    lines: [line(30041, lamp, 1), shipping(30042)],
  },
  {
    id: 10006,
    referrerId: 9,
    statusId: 7,
    contactId: 506,
    external: '6203001006',
    createdAt: '2026-09-05T12:00:00+02:00',
    addressed: false,
    lines: [line(30051, mug, 1)],
  },
  {
    id: 10007,
    referrerId: 9,
    statusId: 8.1,
    contactId: 506,
    external: '6203001007',
    createdAt: '2026-09-05T13:00:00+02:00',
    lines: [line(30061, teapot, 1), shipping(30062)],
  },
  {
    id: 10008,
    referrerId: 14,
    statusId: 7,
    contactId: 504,
    external: 'F-14-0008',
    createdAt: '2026-09-06T10:00:00+02:00',
    lines: [line(30071, chair, 2), shipping(30072)],
  },
  {
    id: 10009,
    referrerId: 160.1,
    statusId: 7,
    contactId: 504,
    external: 'B-160-0009',
    createdAt: '2026-09-06T11:00:00+02:00',
    lines: [line(30081, gloves, 3), shipping(30082)],
  },
  {
    id: 10010,
    referrerId: 152,
    statusId: 7,
    contactId: 504,
    external: 'NL-152-0010',
    createdAt: '2026-09-07T10:00:00+02:00',
    lines: [line(30091, lamp, 2), shipping(30092)],
  },
  {
    id: 10011,
    referrerId: 177.01,
    statusId: 7,
    contactId: 504,
    external: 'D-177-0011',
    createdAt: '2026-09-07T11:00:00+02:00',
    lines: [line(30101, gloves, 1), line(30102, bulb, 2), shipping(30103)],
  },
  {
    id: 10012,
    referrerId: 9,
    statusId: 7,
    contactId: 501,
    external: '6203001012',
    createdAt: '2026-08-11T10:00:00+02:00',
    lines: [line(30111, bulb, 6), shipping(30112)],
  },
  {
    id: 10013,
    referrerId: 9,
    statusId: 7,
    contactId: 501,
    external: '6203001013',
    createdAt: '2026-09-08T10:00:00+02:00',
    lines: [line(30121, chair, 1), shipping(30122)],
  },
  {
    id: 10014,
    referrerId: 143,
    statusId: 7,
    contactId: 508,
    external: 'B-143-0014',
    createdAt: '2026-09-08T15:00:00+02:00',
    lines: [line(30131, teapot, 2), shipping(30132)],
  },
  // The other part of the same order, which staff have split.
  {
    id: 10015,
    referrerId: 143,
    statusId: 7,
    contactId: 508,
    external: 'B-143-0014',
    createdAt: '2026-09-08T15:00:00+02:00',
    lines: [line(30141, gloves, 1)],
  },
  {
    id: 20000,
    referrerId: 9,
    statusId: 7,
    contactId: 506,
    external: '6203020000',
    createdAt: '2026-07-01T08:00:00+02:00',
    lines: [line(50001, card, 1000), shipping(50002)],
  },
]
