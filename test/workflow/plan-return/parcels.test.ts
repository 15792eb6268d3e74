import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import type { LineRef } from '../../../lib/commands.ts'
import type { Records, WriteRecord } from '../../../lib/state/write-record.ts'
import { allOf, type Report, reportable } from '../../../lib/workflow/plan-return/parcels.ts'
import { planItems } from '../../../lib/workflow/plan-return/plan-items.ts'
import { whoHolds } from '../../../lib/workflow/plan-return/same-parcel.ts'
import { anItem, anOrder, aReturn } from '../an-order.ts'

const day = 86_400_000
const now = Date.parse('2026-03-02T09:00:00Z')
const constants = constantsWith()
const mugs = anItem({ id: 1, itemVariationId: 7, sku: 'MUG', quantity: 3 })
const pot = anItem({ id: 2, itemVariationId: 8, sku: 'POT', quantity: 1 })
const bundle = anItem({ id: 3, typeId: 2, itemVariationId: 9, sku: 'SET', quantity: 2 })
const ofBundle = { typeId: 3, references: [{ referenceType: 'bundle', referenceOrderItemId: 3 }] }
const cup = anItem({ id: 4, ...ofBundle, itemVariationId: 10, sku: 'CUP', quantity: 4 })
const items = planItems(anOrder({ orderItems: [mugs, pot, bundle, cup] }), constants)
const daysAgo = (days: number) => ({ createdAt: new Date(now - days * day).toISOString() })

/** What a source has not reported in this kind: of the order, and of each return. */
function free(records: Records, returns = [aReturn(700, { 1: 1 }, daysAgo(1))], report: Partial<Report> = {}) {
  const ours = Object.values(records).flatMap((record) =>
    record.state === 'done' && record.kind === 'return' && !record.linked
      ? [[record.id ?? 0, record.lines ?? []] as const]
      : [],
  )
  const returned = { returns, returnedByUs: new Map(ours), constants }
  const asked = { source: 'shop', tells: 'refund', ...report } as const
  return reportable(items, returned, { records, report: asked, now, windowMs: 60 * day })
}

const done = (fields: object): WriteRecord =>
  ({ kind: 'return', by: 'form/a', at: now - day, tries: [], state: 'done', id: 700, ...fields }) as WriteRecord
const lines = [{ orderItemId: 1, quantity: 1 }]
const linked = { lines, tells: 'refund', linked: true }
const also = [{ returnId: 700, lines }]

const piecesOf = (records: Records, returns?: ReturnType<typeof aReturn>[], report?: Partial<Report>) => {
  const found = free(records, returns, report)
  return { order: allOf(found).get(1), claims: found.candidates.map(({ returnId, free: of }) => [returnId, of.get(1)]) }
}

describe('what a source has not reported yet in a kind', () => {
  const all = { order: 3, claims: [[700, 1]] }
  it.each<[string, Records, object]>([
    ['all of a return that nobody has reported', {}, all],
    ['less what it has reported so', { 'shop/a': done(linked) }, { order: 2, claims: [[700, 0]] }],
    ['not less what another source has', { 'web/a': done(linked) }, all],
    ['not less what its ended parcel has', { 'shop/a': done({ ...linked, parcel: 'R1', ended: true }) }, all],
    ['not less pieces that its parcel has lost', { 'shop/a': done({ ...linked, parcel: 'R1', ended: lines }) }, all],
    ['less what it has reported', { 'shop/a': done({ ...linked, id: 701, also }) }, { order: 2, claims: [[700, 0]] }],
    ['not less what another kind has', { 'shop/a': done({ ...linked, tells: 'announcement' }) }, all],
    ['not less what is recorded of another return', { 'shop/a': done({ ...linked, id: 701 }) }, all],
    ['not less a comment with the id of the return', { 'shop/a': done({ ...linked, kind: 'comment' }) }, all],
    ['not less what was sent and is not known', { 'shop/a': done({ ...linked, state: 'sent' }) }, all],
  ])('is %s', (_, records, expected) => {
    expect(piecesOf(records)).toEqual(expected)
  })

  it('is nothing of an old return, and the order has these pieces no more', () => {
    const returns = [aReturn(700, { 1: 1 }, daysAgo(61)), aReturn(701, { 1: 1 }, daysAgo(59))]
    expect(piecesOf({}, returns)).toEqual({ order: 2, claims: [[701, 1]] })
  })

  const longAgo = now - 61 * day
  it.each([
    ['its record says', { 'shop/a': done({ lines, tells: 'announcement', at: longAgo }) }, daysAgo(1), []],
    ['the back office shows, if only linked', { 'shop/a': done({ ...linked, at: longAgo }) }, daysAgo(1), [[700, 0]]],
    ['shown, whatever a comment says', { 'shop/a': done({ kind: 'comment', at: longAgo }) }, daysAgo(1), [[700, 1]]],
    ['nobody shows: then it is new', {}, { createdAt: null }, [[700, 1]]],
  ] as const)('counts a return as old as %s', (_, records, shown, claims) => {
    const returns = [aReturn(701, { 2: 1 }, daysAgo(61)), aReturn(700, { 1: 1 }, shown as object)]
    expect(piecesOf(records as Records, returns).claims).toEqual(claims)
  })

  it('counts an old return that carries the parcel', () => {
    const records = { 'shop/a': done({ ...linked, tells: 'announcement', parcel: 'R1' }) }
    const returns = [aReturn(700, { 1: 1 }, daysAgo(61))]
    expect(piecesOf(records, returns, { parcel: 'R1' }).claims).toEqual([[700, 1]])
    expect(piecesOf(records, returns, { parcel: 'R2' }).claims).toEqual([])
  })

  it('is nothing for a parcel that has reported its share of a return that carries another', () => {
    const share = (parcel: string, tells: string) => done({ ...linked, tells, parcel })
    const records = { 'shop/a': share('R1', 'announcement'), 'shop/b': share('R2', 'receipt') }
    const returns = [aReturn(700, { 1: 2 }, daysAgo(1))]
    const claims = (parcel: string) => piecesOf(records, returns, { parcel, tells: 'receipt' }).claims
    expect([claims('R1'), claims('R2')]).toEqual([[[700, 1]], [[700, 0]]])
  })

  it('counts a return as old as its own record says, not that of another', () => {
    const other = done({ id: 701, lines, tells: 'announcement', at: now - 61 * day })
    const returns = [aReturn(701, { 1: 1 }, daysAgo(61)), aReturn(700, { 1: 1 }, daysAgo(1))]
    expect(piecesOf({ other }, returns).claims).toEqual([[700, 1]])
  })

  it('counts a return that the list does not show yet', () => {
    expect(piecesOf({ 'shop/a': done({ lines, tells: 'announcement' }) }, []).claims).toEqual([[700, 1]])
  })

  it.each([
    ['nothing of a return that a person made', {}, 0],
    ['nothing of one that others were linked to', { 'shop/a': done(linked) }, 0],
    ['all of one that a form announced', { 'shop/a': done({ lines, tells: 'announcement' }) }, 1],
    ['nothing of one that was made by hand through the bridge', { 'shop/a': done({ lines, tells: 'hand' }) }, 0],
  ])('by hand is %s', (_, records, pieces) => {
    expect(piecesOf(records as Records, undefined, { source: 'operator', tells: 'hand' }).claims).toEqual([
      [700, pieces],
    ])
  })
})

describe('the returns that hold a request', () => {
  const holding = (wanted: 'all' | LineRef[], claims: Record<number, Record<number, number>>, isCapped = false) => {
    const returns = Object.entries(claims).map(([id, pieces]) => aReturn(Number(id), pieces, daysAgo(1)))
    const found = whoHolds(items, { wanted, isCapped }, free({}, returns))
    if (!found) return undefined
    const { held, rest, what, ids, isDoubtful } = found
    return isDoubtful ? [what, ...ids] : [held.map(({ returnId }) => returnId), rest ?? 'nothing']
  }
  const mug = (quantity: number) => ({ sku: 'MUG', quantity })
  const pots = { sku: 'POT', quantity: 1 }
  const sets = { sku: 'SET', quantity: 1 }
  const cups = { sku: 'CUP', quantity: 2 }

  it.each<[string, 'all' | LineRef[], Record<number, Record<number, number>>, unknown]>([
    ['all of the order', 'all', { 700: { 1: 3, 2: 1, 3: 2, 4: 4 } }, [[700], 'nothing']],
    ['all, in two of them', 'all', { 700: { 1: 3, 4: 4 }, 701: { 2: 1, 3: 2 } }, [[700, 701], 'nothing']],
    ['all, of which a line is not in it', 'all', { 700: { 1: 3, 3: 2, 4: 4 } }, [[700], 'all']],
    ['all, of which a piece is not in it', 'all', { 700: { 1: 2, 2: 1, 3: 2, 4: 4 } }, [[700], 'all']],
    ['a bundle', [sets], { 700: { 3: 1, 4: 2 } }, [[700], 'nothing']],
    ['a bundle, of which it has components alone', [sets], { 700: { 4: 2 } }, ['part', 700]],
    ['a bundle and its components, of which it has these', [sets, cups], { 700: { 4: 2 } }, ['part', 700]],
    ['pieces of one of them', [mug(1)], { 700: { 1: 1 }, 701: { 2: 1 } }, [[700], 'nothing']],
    ['pieces of two of them', [mug(1), pots], { 700: { 2: 1 }, 701: { 1: 1 } }, [[700, 701], 'nothing']],
    ['pieces that equal ones have: the oldest', [mug(1)], { 701: { 1: 1 }, 700: { 1: 1 } }, [[700], 'nothing']],
    ['more than the older of equal ones', [mug(3)], { 701: { 1: 1 }, 700: { 1: 1 } }, [[700, 701], [mug(1)]]],
    ['pieces that unequal ones have', [mug(1)], { 700: { 1: 1 }, 701: { 1: 2 } }, ['several', 700, 701]],
    ['all pieces of the only one that has so many', [mug(2)], { 700: { 1: 1 }, 701: { 1: 2 } }, [[701], 'nothing']],
    ['a part of the pieces', [mug(2)], { 700: { 1: 1 } }, [[700], [mug(1)]]],
    ['pieces of another article', [mug(1)], { 700: { 2: 1 } }, [[], [mug(1)]]],
    ['two articles, of which it has one', [mug(1), pots], { 700: { 1: 1 } }, [[700], [pots]]],
    ['more than was ordered', [mug(4)], { 700: { 1: 1 } }, undefined],
    ['a line that nobody knows', [mug(1), { sku: 'BEAKER', quantity: 1 }], { 700: { 1: 1 } }, undefined],
  ])('for %s', (_, wanted, claims, expected) => {
    expect(holding(wanted, claims)).toEqual(expected)
  })

  it('for a piece that equal ones hold, of which the oldest was reported in part: the oldest', () => {
    const returns = [700, 701].map((id) => aReturn(id, { 4: 2 }, daysAgo(1)))
    const found = free({ 'shop/a': done({ ...linked, lines: [{ orderItemId: 4, quantity: 1 }] }) }, returns)
    const held = whoHolds(items, { wanted: [{ sku: 'CUP', quantity: 1 }], isCapped: false }, found)
    expect(held).toMatchObject({ held: [{ returnId: 700 }], isDoubtful: false })
  })

  it('for a parcel in unequal returns: the oldest of these', () => {
    const of = (id: number, quantity: number) =>
      done({ id, lines: [{ orderItemId: 1, quantity }], tells: 'announcement', parcel: 'R1' })
    const returns = [aReturn(700, { 1: 2 }, daysAgo(1)), aReturn(701, { 1: 1 }, daysAgo(1))]
    const found = free({ 'shop/a': of(700, 2), 'shop/b': of(701, 1) }, returns, { parcel: 'R1' })
    const held = whoHolds(items, { wanted: [mug(1)], isCapped: false }, found)
    expect(held).toMatchObject({ held: [{ returnId: 700 }], isDoubtful: false })
  })

  it.each<[string, LineRef[], Record<number, Record<number, number>>, unknown]>([
    ['that has all that is left', [mug(4)], { 700: { 1: 3 } }, [[700], 'nothing']],
    ['that has a part of it', [mug(4)], { 700: { 1: 2 } }, [[700], [mug(1)]]],
    ['that lacks a line, with too many of another', [mug(4), pots], { 700: { 1: 3 } }, [[700], [pots]]],
    ['beside a line that nobody knows', [mug(4), { sku: 'BEAKER', quantity: 1 }], { 700: { 1: 3 } }, undefined],
  ])('once a release has capped it: one %s', (_, wanted, claims, expected) => {
    expect(holding(wanted, claims, true)).toEqual(expected)
  })
})
