import type { Records } from '../../../lib/state/write-record.ts'
import { returnReadBack } from '../../../lib/workflow/kinds/return-kind.ts'
import type { Looking } from '../../../lib/workflow/workflow.ts'
import { settleRecords } from '../../../lib/workflow/write-once/settle-records.ts'
import { aReturn } from '../../workflow/an-order.ts'
import type { Chance } from '../random.ts'
import { us, type Work } from './world.ts'

const order = 10_001

/** What lists say of lost writes (docs/architecture.md, "When an answer is lost"). */
export const whichWork = {
  /** Which of several lost returns is which: by owner and lines, new since its last try, and nobody else's. */
  async whichIsWhich(work: Work, chance: Chance) {
    for (let left = 60; left > 0; left -= 1) judgeOne(work, chance)
  },
}

function judgeOne({ same }: Work, chance: Chance): void {
  const readBack = returnReadBack({} as Looking, { key: 'k1', orderId: order })
  const ids = [1, 2, 3, 4, 5].slice(0, chance.between(1, 5))
  const draw = (): Record<number, number> =>
    chance.hits(0.7) ? { 1: chance.between(1, 2) } : { 1: 1, 2: chance.between(1, 2) }
  const listed = ids.map((id) => ({
    id,
    lines: chance.hits(0.9) ? draw() : ({ 3: 1 } as Record<number, number>),
    ownerId: chance.pick([us, us, us, 12]),
    statusId: chance.pick([9.01, 9.01, 9.01, 8]),
  }))
  const linesOf = (lines: Record<number, number>) =>
    Object.entries(lines).map(([at, quantity]) => ({ orderItemId: Number(at), quantity }))
  const records = Object.fromEntries(
    ['k1', 'k2', 'k3'].slice(0, chance.between(1, 3)).map((key, at) => {
      const state = chance.pick(['sent', 'sent', 'missing', 'done'] as const)
      let known: number[] = []
      const firstSent = chance.between(1, 9) * 100 + at
      const tries = [1, 2].slice(0, chance.between(1, 2)).map((turn) => {
        known = [
          ...known,
          ...[...ids, ...(chance.hits(0.1) ? [9] : [])].filter((id) => !known.includes(id) && chance.hits(0.15)),
        ]
        return { sendBefore: firstSent + turn * 250, known, lines: linesOf(draw()), ownerId: us }
      })
      return [
        key,
        {
          kind: 'return',
          by: `desk/${at}`,
          at: chance.between(1, 9) * 10 + at,
          tries,
          state,
          ...(state === 'done' && { id: 5, ...(chance.hits(0.2) && { linked: true }) }),
        },
      ]
    }),
  ) as Records
  const unrelated = chance.pick([0, 0, 0, 1])
  const seen = {
    listed: listed.map(({ id, lines, ...rest }) => aReturn(id, lines, rest)),
    unrelated,
    cancelledStatus: 8,
    parent: aReturn(1, {}),
  }
  const { changes, unclear } = settleRecords(records, seen, { kind: readBack, now: 1_000, secondLookMs: 50 })
  const taken = new Set(
    Object.values(records).flatMap((one) =>
      one.state === 'done' && !one.linked && one.id !== undefined ? [one.id] : [],
    ),
  )
  const wantedChanges: Record<string, unknown> = {}
  const wantedUnclear: Record<string, unknown> = {}
  // What is new since the last send is of no earlier one.
  const lastSent = ({ tries }: Records[string]) => tries.at(-1)?.sendBefore ?? 0
  const inTurn = Object.entries(records).toSorted(([, one], [, other]) => lastSent(other) - lastSent(one))
  for (const state of ['sent', 'missing'] as const) {
    if (state === 'missing' && Object.keys(wantedUnclear).length > 0) break
    for (const [key, record] of inTurn) {
      if (record.state !== state) continue
      const known = record.tries.at(-1)?.known ?? []
      const lacking = new Set([...known, ...taken].filter((id) => !ids.includes(id)))
      const related = listed.filter(
        ({ id, lines }) =>
          !known.includes(id) &&
          !taken.has(id) &&
          record.tries.some((one) => one.lines?.some(({ orderItemId }) => Object.hasOwn(lines, orderItemId))),
      )
      const live = related.filter(({ statusId }) => statusId !== 8)
      const [only, ...more] = live.length > 0 ? live : related
      const of = record.tries.findIndex(
        (one) => only?.ownerId === us && JSON.stringify(one.lines) === JSON.stringify(linesOf(only.lines)),
      )
      if (lacking.size > 0) wantedUnclear[key] = ['list_incomplete', [...lacking]]
      else if (!only && unrelated > 0) wantedUnclear[key] = ['list_mixed', []]
      else if (!only) {
        if (state === 'sent') wantedChanges[key] = { state: 'missing', tries: record.tries }
      } else if (more.length > 0 || of < 0) wantedUnclear[key] = ['similar', related.map(({ id }) => id)]
      else {
        taken.add(only.id)
        const isRepeated = record.tries.length > 1
        wantedChanges[key] = {
          state: 'done',
          id: only.id,
          lines: record.tries[of]?.lines,
          tries: isRepeated ? record.tries : [],
          ...(isRepeated && { secondLookAt: 1_050 }),
        }
      }
    }
  }
  const shown = Object.fromEntries(
    Object.entries(changes).map(([key, { kind: _, by: __, at: ___, ...rest }]) => [key, rest]),
  )
  const about = JSON.stringify({ records, listed, unrelated })
  same(`what becomes of ${about}`, sorted(shown), sorted(wantedChanges))
  same(
    `what is unclear of ${about}`,
    sorted(Object.fromEntries([...unclear].map(([key, one]) => [key, [one.what, one.ids]]))),
    sorted(wantedUnclear),
  )
  const wronglyNamed = Object.entries(changes).filter(
    ([key, { by, at }]) => by !== records[key]?.by || at !== records[key]?.at,
  )
  same('whose it is', wronglyNamed, [])
}

const sorted = (record: Record<string, unknown>) =>
  Object.entries(record)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => [key, Object.entries(value as object).toSorted(([one], [other]) => (one < other ? -1 : 1))])
