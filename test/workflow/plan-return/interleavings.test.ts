import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import type { Order } from '../../../lib/back-office/resources/schemas.ts'
import { defineConfig } from '../../../lib/config/config.ts'
import type { ReturnLine, Tells, WriteRecord } from '../../../lib/state/write-record.ts'
import { planRequest } from '../../../lib/workflow/plan-return/plan-request.ts'
import { createMemoryInbox } from '../../memory/memory-stores.ts'
import { anItem, anOrder, aReturn } from '../an-order.ts'
import { createWorld, putSale } from '../world.ts'

/** What arrives about mugs of one order: a report, or what happens to a parcel of the shop or in the back office. */
type Report = { source: 'shopify' | 'portal' | 'form'; tells: Tells; parcel?: string; mugs: number; mayMake?: false }
type Step =
  | Report
  | { byHand: number }
  | { cancelled: number }
  | { ends: string }
  | { removes: { parcel: string; mugs: number } }

const ofShop = (tells: Tells) => (parcel: string | undefined, mugs: number) =>
  ({ source: 'shopify', tells, mugs, ...(parcel && { parcel }) }) satisfies Report
const [approve, process, refund] = [ofShop('announcement'), ofShop('receipt'), ofShop('refund')]
const portal = (parcel: string): Report => ({ source: 'portal', tells: 'announcement', parcel, mugs: 1 })
const form = (mugs: number): Report => ({ source: 'form', tells: 'announcement', mugs })
const link = (report: Report): Report => ({ ...report, mayMake: false })
const byHand = (mugs: number): Step => ({ byHand: mugs })

/** The first return of a row is 1, the next one 2. Of what is no report nothing is said. */
type Row = [row: string, ...course: [Step, said?: string][]]

const rows: Row[] = [
  ['1, 2', [approve('R1', 1), 'makes 1'], [process('R1', 1), 'in 1'], [refund('R1', 1), 'in 1']],
  ['3, and the approval tells the same', [refund('R1', 1), 'makes 1'], [approve('R1', 1), 'in 1']],
  ['3, and the approval tells more', [refund('R1', 1), 'makes 1'], [approve('R1', 2), 'in 1, makes 2']],
  ['4', [approve('R1', 2), 'makes 1'], [refund('R1', 1), 'in 1'], [refund('R1', 1), 'in 1']],
  ['5', [refund('R1', 1), 'makes 1'], [refund('R1', 1), 'makes 2']],
  [
    '6',
    [approve('R1', 1), 'makes 1'],
    [approve('R2', 1), 'makes 2'],
    [refund('R2', 1), 'in 2'],
    [refund('R1', 1), 'in 1'],
  ],
  ['7, 8', [approve('R1', 1), 'makes 1'], [{ ends: 'R1' }], [approve('R2', 1), 'in 1'], [refund('R2', 1), 'in 1']],
  ['9', [approve('R1', 1), 'makes 1'], [{ ends: 'R1' }], [{ cancelled: 1 }], [approve('R2', 1), 'makes 2']],
  ['11', [approve('R1', 1), 'makes 1'], [refund('R1', 1), 'in 1']],
  [
    '12, and the piece is in another parcel then',
    [approve('R1', 2), 'makes 1'],
    [{ removes: { parcel: 'R1', mugs: 1 } }],
    [process('R1', 1), 'in 1'],
    [refund('R1', 1), 'in 1'],
    [approve('R2', 1), 'in 1'],
    [refund('R2', 1), 'in 1'],
  ],
  [
    '13',
    [approve('R1', 1), 'makes 1'],
    [{ removes: { parcel: 'R1', mugs: 1 } }],
    [approve('R2', 1), 'in 1'],
    [approve('R3', 1), 'makes 2'],
  ],
  ['15', [approve('R1', 1), 'makes 1'], [process('R1', 1), 'in 1']],
  ['16', [approve('R1', 2), 'makes 1'], [process('R1', 1), 'in 1'], [process('R1', 1), 'in 1']],
  ['17', [form(1), 'makes 1'], [approve('R1', 1), 'in 1'], [refund('R1', 1), 'in 1']],
  ['18', [portal('S1'), 'makes 1'], [approve('R1', 1), 'in 1']],
  ['18, the other way', [approve('R1', 1), 'makes 1'], [portal('S1'), 'in 1']],
  ['20', [byHand(1)], [refund(undefined, 1), 'in 1']],
  ['21', [approve('R1', 1), 'makes 1'], [refund(undefined, 1), 'in 1']],
  [
    'of a parcel, told in this kind already',
    [approve('R1', 1), 'makes 1'],
    [refund(undefined, 1), 'in 1'],
    [refund('R1', 1), 'makes 2'],
  ],
  [
    'without a parcel first what carries none',
    [approve('R1', 1), 'makes 1'],
    [byHand(1)],
    [refund(undefined, 1), 'in 2'],
  ],
  ['a piece that no parcel of the shop holds', [byHand(2)], [refund('R1', 1), 'in 1'], [refund('R2', 1), 'in 1']],
  ['more than a person has entered', [byHand(1)], [form(2), 'in 1, makes 2'], [refund('R1', 2), 'in 1 and 2']],
  ['two refunds of a shop are two facts', [refund(undefined, 1), 'makes 1'], [refund(undefined, 1), 'makes 2']],
  ['two forms are no two facts', [form(1), 'makes 1'], [form(1), 'asks possible_duplicate']],
  [
    'two of a form, whose pieces others hold',
    [byHand(1)],
    [form(2), 'in 1, makes 2'],
    [form(2), 'asks possible_duplicate'],
  ],
  ['more than is left', [approve('R1', 1), 'makes 1'], [approve('R2', 2), 'asks too_many']],
  ['what may make none, beside nothing', [link(refund('R1', 1)), 'comment'], [link(approve('R2', 3)), 'comment']],
  ['what may make none, beside a return', [byHand(1)], [link(refund('R1', 2)), 'in 1']],
]

const ended = (lines: readonly ReturnLine[] | true) => ({ ended: lines })
const isReport = (step: Step): step is Report => 'source' in step
const mugs = (quantity: number) => [{ sku: 'MUG', quantity }]
const joined = (ids: readonly (number | undefined)[]) => ids.join(' and ')

describe('the decision alone', () => {
  const now = Date.parse('2026-03-02T09:00:00Z')
  const inbox = createMemoryInbox({ newId: () => 'id' })
  const config = defineConfig({ sources: { shopify: { kind: 'shopify' } } })
  const parent = anOrder({ orderItems: [anItem({ id: 1, itemVariationId: 7, sku: 'MUG', quantity: 2 })] })
  const common = { ownerId: 77, statusId: 9.01, reasons: {}, constants: constantsWith(), parent }

  /** What became of each report, in the words of the rows; and the mugs of each return. */
  async function follow(course: readonly Step[]) {
    const records: Record<string, WriteRecord> = {}
    const returns: Order[] = []
    const put = (quantity: number) => {
      returns.push({ ...aReturn(returns.length + 1, { 1: quantity }), createdAt: new Date(now).toISOString() })
      return returns.length
    }
    const change = (parcel: string, changes: object) => {
      for (const [key, record] of Object.entries(records))
        if (record.parcel === parcel) records[key] = { ...record, ...changes }
    }
    const said: (string | undefined)[] = []
    for (const [at, step] of course.entries()) {
      if ('byHand' in step) put(step.byHand)
      if ('cancelled' in step) returns[step.cancelled - 1] = { ...(returns[step.cancelled - 1] as Order), statusId: 8 }
      if ('ends' in step) change(step.ends, ended(true))
      if ('removes' in step) change(step.removes.parcel, ended([{ orderItemId: 1, quantity: step.removes.mugs }]))
      if (!isReport(step)) said.push(undefined)
      if (!isReport(step)) continue
      const { source, tells, parcel, mayMake } = step
      const isNamed = parcel !== undefined || (source === 'shopify' && tells !== 'announcement')
      const key = `${source}/${at}`
      const asked = {
        ...{ key, keys: new Set<string>(), report: { source, tells, parcel, isNamed } },
        ...{ event: { id: key, approvals: [] }, workflow: { inbox, config, now: () => now } },
      }
      const request = { lines: mugs(step.mugs), ...(mayMake === false && { mayMake }) }
      const { plan, instead } = await planRequest(asked, request, { records, facts: { ...common, returns } })
      const about = {
        kind: 'return',
        by: key,
        at: now,
        tries: [],
        state: 'done',
        tells,
        ...(parcel && { parcel }),
      } as const
      if (instead === 'comment') said.push(instead)
      else if (instead && 'status' in instead) said.push(`asks ${instead.reason.code}`)
      else if (instead) {
        const { returnId: id, ...others } = instead
        records[key] = { ...about, ...others, id, linked: true }
        said.push(`in ${joined([id, ...others.also.map(({ returnId }) => returnId)])}`)
      } else if ('ending' in plan) said.push(`asks ${plan.ending.reason.code}`)
      else {
        const { returnLines: lines, fingerprint, also = [] } = plan
        const id = put(lines.reduce((sum, { quantity }) => sum + quantity, 0))
        records[key] = { ...about, id, lines, fingerprint, also }
        said.push(`${also.length > 0 ? `in ${joined(also.map(({ returnId }) => returnId))}, ` : ''}makes ${id}`)
      }
    }
    return { said, returns }
  }

  it.each(rows)('row %s', async (_, ...course) => {
    expect((await follow(course.map(([step]) => step))).said).toEqual(course.map(([, said]) => said))
  })

  const permutations = <One>(all: readonly One[]): One[][] =>
    all.length === 0 ? [[]] : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((more) => [one, ...more]))

  it.each<[string, number, Report[]]>([
    ['19', 2, [portal('S1'), approve('R1', 1), portal('S2'), approve('R2', 1)]],
    ['24', 1, [approve('R1', 1), process('R1', 1), refund('R1', 1)]],
    ['17', 1, [form(1), approve('R1', 1), refund('R1', 1)]],
    ['6', 2, [approve('R1', 1), approve('R2', 1), refund('R2', 1), refund('R1', 1)]],
  ])('row %s in any order makes as many returns, and asks nothing', async (_, count, reports) => {
    for (const course of permutations(reports)) {
      const { said, returns } = await follow(course)
      expect([returns.length, said.filter((one) => one?.startsWith('asks'))]).toEqual([count, []])
    }
  })
})

describe('end to end, each report twice', () => {
  /** Each reports what its body says, under the key that it gives. */
  const reporting = { translate: ({ payload }: { payload: unknown }) => [payload as never] }
  const sources = {
    shopify: { kind: 'shopify', ...reporting },
    portal: { kind: 'standard', ...reporting },
    form: { kind: 'jotform', requireEmail: false, ...reporting },
  } as const
  const isWhole = ([, ...course]: Row) =>
    course.every(([step]) => (isReport(step) ? step.mayMake !== false : 'byHand' in step || 'cancelled' in step))

  it.each(rows.filter(isWhole))('row %s', async (_, ...course) => {
    const world = createWorld({ config: { sources } })
    const item = { id: 1, typeId: 1, itemVariationId: 1101, quantity: 2, properties: [{ typeId: 98, value: 'MUG' }] }
    const { id: orderId } = await putSale(world, [item])
    const returns = async () => (await world.returnsOf(orderId)).map(({ id }) => id)
    for (const [at, [step, expected]] of course.entries()) {
      const before = await returns()
      if ('byHand' in step) {
        const references = [{ referenceType: 'parent', referenceOrderItemId: 1 }]
        const orderItems = [{ typeId: 1, itemVariationId: 1101, quantity: step.byHand, references }]
        const orderReferences = [{ referenceType: 'parent', referenceOrderId: orderId }]
        const body = { typeId: 3, statusId: 9, ownerId: 12, orderReferences, orderItems }
        await world.control('/sandbox/orders', { method: 'POST', body })
      }
      if (!isReport(step)) continue
      const { source, tells, parcel, mugs: quantity } = step
      const fact = { type: 'create-return', key: `fact-${at}`, order: { id: orderId }, lines: mugs(quantity) }
      const body = { ...fact, tells, ...(parcel && { parcel }) }
      const event = await world.finish(await world.accept(source, body))
      const { returnId, also = [], linked } = event.progress[`${source}/fact-${at}`] ?? {}
      const place = (id: number | undefined) =>
        id === undefined ? undefined : before.indexOf(id) + 1 || before.length + 1
      const held = linked ? [returnId, ...also] : also
      const words = [
        ...(held.length > 0 ? [`in ${joined(held.map(place))}`] : []),
        ...(returnId !== undefined && !linked ? [`makes ${place(returnId)}`] : []),
        ...(event.status === 'held' ? [`asks ${event.reason?.code}`] : []),
      ]
      expect(words.join(', ')).toBe(expected)
      if (event.status !== 'done') continue
      const comments = (await world.commentsOf(orderId)).map(({ text }) => text)
      for (const one of [returnId, ...also]) expect(comments.at(-1)).toContain(`eturn ${one}`)
      const again = await world.finish(await world.accept(source, body))
      expect(again).toMatchObject({ status: 'ignored', reason: { code: 'already_done' } })
      expect(await world.commentsOf(orderId)).toHaveLength(comments.length)
    }
  })
})
