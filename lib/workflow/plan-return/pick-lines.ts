import type { LineRef } from '../../commands.ts'
import type { Remaining } from './left-to-return.ts'
import type { LineAsked, LineTaken } from './line-why.ts'
import { type Ask, isGuess, type Match, matchLines, nameOf } from './match-lines.ts'
import { bundlesOf, isReturnable, type PlanItem, rounded, tolerance } from './plan-items.ts'

export type Picks = {
  taken: ReadonlyMap<number, Picked>
  /** What a line was asked for by that gets nothing, by order item id. */
  asked: ReadonlyMap<number, LineAsked>
  misses: readonly Miss[]
}

type Picked = { quantity: number; why: LineTaken; reason?: string }
export type Miss = Ask & { kind: 'unknown' | 'guess' | 'too-many'; fits: readonly PlanItem[] }

export function pickAll(items: readonly PlanItem[], remaining: Remaining): Picks {
  const left = (item: PlanItem) => remaining.get(item.id) ?? 0
  const wanted = items.filter((item) => isReturnable(item) && left(item) > tolerance)
  const why = { code: 'all_lines' } as const
  return {
    taken: new Map(wanted.map((item) => [item.id, { quantity: left(item), why }])),
    asked: new Map(),
    misses: [],
  }
}

type Taken = { quantity: number; why: LineTaken; reasons: Map<number, string | undefined> }

type Picking = {
  items: readonly PlanItem[]
  remaining: Remaining
  bundles: ReadonlyMap<number, PlanItem>
  taken: Map<number, Taken>
  asked: Map<number, LineAsked>
  /** Of each component: what its returned bundles should bring, what they bring, and what of it no name covers yet. */
  along: Map<number, { due: number; came: number; uncovered: number }>
}

/** Components last, over all names: one that is named beside its bundle is one that the bundle brings. */
export function pickNamed(items: readonly PlanItem[], wanted: readonly LineRef[], remaining: Remaining): Picks {
  const bundles = bundlesOf(items)
  const picking: Picking = { items, remaining, bundles, taken: new Map(), asked: new Map(), along: new Map() }
  const matches = matchLines(items, wanted)
  const guesses = new Set<Match>()
  for (const ofComponents of [false, true]) {
    for (const match of matches) {
      const lines = match.fits.filter((item) => (item.kind === 'bundleComponent') === ofComponents)
      for (const ask of match.asks) cover(picking, ask, lines)
      const left = lines.reduce((sum, item) => sum + leftOf(picking, item), 0)
      if (isGuess(match, lines, left)) guesses.add(match)
      const settle = guesses.has(match) ? leave : fill
      for (const ask of match.asks) settle(picking, ask, lines)
    }
  }
  const misses = matches.flatMap((match) => match.asks.flatMap((ask) => missOf(ask, match, guesses.has(match)) ?? []))
  return {
    taken: new Map([...picking.taken].map(([id, taken]) => [id, toPicked(taken, picking.along.get(id))])),
    asked: picking.asked,
    misses: misses.toSorted((one, other) => one.index - other.index),
  }
}

function missOf(ask: Ask, { fits }: Match, guessed: boolean): Miss | undefined {
  if (fits.length === 0) return { ...ask, fits, kind: 'unknown' }
  if (ask.open <= tolerance) return undefined
  return { ...ask, fits, kind: guessed ? 'guess' : 'too-many' }
}

const leftOf = ({ remaining, taken }: Picking, { id }: PlanItem): number =>
  rounded((remaining.get(id) ?? 0) - (taken.get(id)?.quantity ?? 0))

function cover({ along, taken }: Picking, ask: Ask, lines: readonly PlanItem[]): void {
  for (const { id } of lines) {
    const brought = along.get(id)
    const covered = Math.min(ask.open, brought?.uncovered ?? 0)
    if (!brought || covered <= tolerance) continue
    along.set(id, { ...brought, uncovered: rounded(brought.uncovered - covered) })
    ask.open = rounded(ask.open - covered)
    if (ask.line.reason !== undefined) taken.get(id)?.reasons.set(ask.index, ask.line.reason)
  }
}

function fill(picking: Picking, ask: Ask, lines: readonly PlanItem[]): void {
  const why = { code: 'named', name: nameOf(ask.line) } as const
  for (const item of lines) {
    if (ask.open <= tolerance) return
    const quantity = Math.min(ask.open, leftOf(picking, item))
    picking.asked.set(item.id, why)
    if (quantity <= tolerance) continue
    take(picking, item, { quantity, why, ask })
    if (item.kind === 'bundleMaster') bring(picking, item, { quantity, ask })
    ask.open = rounded(ask.open - quantity)
  }
}

function leave({ asked }: Picking, { line }: Ask, lines: readonly PlanItem[]): void {
  for (const { id } of lines) asked.set(id, { code: 'perhaps_named', name: nameOf(line) })
}

/** A returned master brings its share of all its components; never more than is left of each. */
function bring(picking: Picking, master: PlanItem, { quantity, ask }: { quantity: number; ask: Ask }): void {
  for (const component of picking.items.filter(({ id }) => picking.bundles.get(id) === master)) {
    const due = rounded((component.quantity * quantity) / master.quantity)
    const came = Math.min(due, leftOf(picking, component))
    const before = picking.along.get(component.id) ?? { due: 0, came: 0, uncovered: 0 }
    picking.along.set(component.id, {
      due: rounded(before.due + due),
      came: rounded(before.came + came),
      uncovered: rounded(before.uncovered + came),
    })
    picking.asked.set(component.id, { code: 'of_bundle' })
    if (came > tolerance) take(picking, component, { quantity: came, why: { code: 'with_bundle' }, ask })
  }
}

function take({ taken }: Picking, { id }: PlanItem, add: { quantity: number; why: LineTaken; ask: Ask }): void {
  const { quantity, why, reasons } = taken.get(id) ?? { quantity: 0, why: add.why, reasons: new Map() }
  const { index, line } = add.ask
  taken.set(id, {
    quantity: rounded(quantity + add.quantity),
    why,
    reasons: new Map([...reasons, [index, line.reason]]),
  })
}

/** A line has one reason property: the first of the request counts, and the comment after the return names them all. */
function toPicked({ quantity, why, reasons }: Taken, along: { due: number; came: number } | undefined): Picked {
  const [first] = [...reasons].toSorted(([one], [other]) => one - other).map(([, reason]) => reason)
  const isCut = along !== undefined && along.came < along.due - tolerance
  return {
    quantity,
    why: {
      ...(isCut ? { code: 'with_bundle', cut: { came: along.came, due: along.due } } : why),
      ...(new Set(reasons.values()).size > 1 && { hasSeveralReasons: true }),
    },
    ...(first !== undefined && { reason: first }),
  }
}
