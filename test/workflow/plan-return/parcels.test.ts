import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import type { LineRef } from '../../../lib/commands.ts'
import type { Records, WriteRecord } from '../../../lib/state/write-record.ts'
import { claimsFor, unreportedPieces } from '../../../lib/workflow/plan-return/parcels.ts'
import { planItems } from '../../../lib/workflow/plan-return/plan-items.ts'
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

/** What a request of this kind has not reported: of the order, and of each return. */
function unreported(
  records: Records,
  returns = [aReturn(700, { 1: 1 }, daysAgo(1))],
  tells: WriteRecord['tells'] = 'refund',
) {
  const ours = Object.values(records).flatMap((record) =>
    record.state === 'done' && record.kind === 'return' && !record.linked
      ? [[record.id ?? 0, record.lines ?? []] as const]
      : [],
  )
  const returned = { returns, returnedByUs: new Map(ours), constants }
  return unreportedPieces(items, returned, { records, tells: tells ?? 'refund', now, windowMs: 60 * day })
}

const done = (fields: object): WriteRecord =>
  ({ kind: 'return', by: 'form/a', at: now - day, tries: [], state: 'done', id: 700, ...fields }) as WriteRecord
const lines = [{ orderItemId: 1, quantity: 1 }]
const linked = { lines, tells: 'refund', linked: true }

const piecesOf = (records: Records, returns?: ReturnType<typeof aReturn>[], tells?: WriteRecord['tells']) => {
  const { ofOrder, claims } = unreported(records, returns, tells)
  return { order: ofOrder.get(1), claims: claims.map(({ returnId, unreported: of }) => [returnId, of.get(1)]) }
}

describe('what a kind has not reported yet', () => {
  const all = { order: 3, claims: [[700, 1]] }
  it.each<[string, Records, object]>([
    ['all of a return that nobody has reported', {}, all],
    ['less what its kind has reported', { k: done(linked) }, { order: 2, claims: [[700, 0]] }],
    ['not less what another kind has', { k: done({ ...linked, tells: 'announcement' }) }, all],
    ['not less what is recorded of another return', { k: done({ ...linked, id: 701 }) }, all],
    ['not less a comment with the id of the return', { k: done({ ...linked, kind: 'comment' }) }, all],
    ['not less what was sent and is not known', { k: done({ ...linked, state: 'sent' }) }, all],
  ])('is %s', (_, records, expected) => {
    expect(piecesOf(records)).toEqual(expected)
  })

  it('is nothing of an old return, and the order has these pieces no more', () => {
    const returns = [aReturn(700, { 1: 1 }, daysAgo(61)), aReturn(701, { 1: 1 }, daysAgo(59))]
    expect(piecesOf({}, returns)).toEqual({ order: 2, claims: [[701, 1]] })
  })

  const longAgo = now - 61 * day
  it.each([
    ['its record says', { k: done({ lines, tells: 'announcement', at: longAgo }) }, daysAgo(1), []],
    [
      'the back office shows, where it was only linked',
      { k: done({ ...linked, at: longAgo }) },
      daysAgo(1),
      [[700, 0]],
    ],
    [
      'shown, whatever a comment with its id says',
      { k: done({ kind: 'comment', at: longAgo }) },
      daysAgo(1),
      [[700, 1]],
    ],
    ['nobody shows: then it is new', {}, { createdAt: null }, [[700, 1]]],
  ] as const)('counts a return as old as %s', (_, records, shown, claims) => {
    const returns = [aReturn(701, { 2: 1 }, daysAgo(61)), aReturn(700, { 1: 1 }, shown as object)]
    expect(piecesOf(records as Records, returns).claims).toEqual(claims)
  })

  it('counts a return as old as its own record says, not that of another', () => {
    const other = done({ id: 701, lines, tells: 'announcement', at: now - 61 * day })
    const returns = [aReturn(701, { 1: 1 }, daysAgo(61)), aReturn(700, { 1: 1 }, daysAgo(1))]
    expect(piecesOf({ other }, returns).claims).toEqual([[700, 1]])
  })

  it('counts a return that the list does not show yet', () => {
    expect(piecesOf({ k: done({ lines, tells: 'announcement' }) }, []).claims).toEqual([[700, 1]])
  })

  it.each([
    ['nothing of a return that a person made', {}, 0],
    ['nothing of one that others were linked to', { k: done(linked) }, 0],
    ['all of one that a form announced', { k: done({ lines, tells: 'announcement' }) }, 1],
    ['nothing of one that was made by hand through the bridge', { k: done({ lines, tells: 'hand' }) }, 0],
  ])('by hand is %s', (_, records, pieces) => {
    expect(piecesOf(records as Records, undefined, 'hand').claims).toEqual([[700, pieces]])
  })
})

describe('the claims of a request', () => {
  const claimsOf = (wanted: 'all' | LineRef[], claims: Record<number, Record<number, number>>, isCapped = false) => {
    const returns = Object.entries(claims).map(([id, pieces]) => aReturn(Number(id), pieces, daysAgo(1)))
    const { covering, overlapping } = claimsFor(items, { wanted, isCapped }, unreported({}, returns))
    return { covering: covering.map(({ returnId }) => returnId), overlapping }
  }
  const mug = (quantity: number) => ({ sku: 'MUG', quantity })

  it.each<[string, 'all' | LineRef[], Record<number, Record<number, number>>, number[], number[]]>([
    ['all of the order', 'all', { 700: { 1: 3, 2: 1, 3: 2, 4: 4 } }, [700], [700]],
    ['all, of which a line is not in it', 'all', { 700: { 1: 3, 3: 2, 4: 4 } }, [], [700]],
    ['all, of which a piece is not in it', 'all', { 700: { 1: 2, 2: 1, 3: 2, 4: 4 } }, [], [700]],
    ['a bundle', [{ sku: 'SET', quantity: 1 }], { 700: { 3: 1, 4: 2 } }, [700], [700]],
    ['a bundle, of which it has components alone', [{ sku: 'SET', quantity: 1 }], { 700: { 4: 2 } }, [], [700]],
    ['pieces of one of them', [mug(1)], { 700: { 1: 1 }, 701: { 2: 1 } }, [700], [700]],
    ['a part of the pieces', [mug(2)], { 700: { 1: 1 } }, [], [700]],
    ['pieces of another article', [mug(1)], { 700: { 2: 1 } }, [], []],
    ['two articles, of which it has one', [mug(1), { sku: 'POT', quantity: 1 }], { 700: { 1: 1 } }, [], [700]],
    ['more than was ordered', [mug(4)], { 700: { 1: 1 } }, [], []],
    ['a line that nobody knows', [mug(1), { sku: 'BEAKER', quantity: 1 }], { 700: { 1: 1 } }, [], []],
  ])('for %s', (_, wanted, claims, covering, overlapping) => {
    expect(claimsOf(wanted, claims)).toEqual({ covering, overlapping })
  })

  it.each<[string, LineRef[], Record<number, Record<number, number>>, number[], number[]]>([
    ['that has all that is left', [mug(4)], { 700: { 1: 3 } }, [700], [700]],
    ['that has a part of it', [mug(4)], { 700: { 1: 2 } }, [], [700]],
    [
      'that lacks a line, with too many of another',
      [mug(4), { sku: 'POT', quantity: 1 }],
      { 700: { 1: 3 } },
      [],
      [700],
    ],
    ['beside a line that nobody knows', [mug(4), { sku: 'BEAKER', quantity: 1 }], { 700: { 1: 3 } }, [], []],
  ])('once a release has capped it: one %s', (_, wanted, claims, covering, overlapping) => {
    expect(claimsOf(wanted, claims, true)).toEqual({ covering, overlapping })
  })
})
