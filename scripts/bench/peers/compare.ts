import type { PartReport, Row } from '../part.ts'
import { aligned, oneLine, short } from '../table.ts'
import type { Played } from './play-scene.ts'
import { scenes } from './scenes.ts'

/** What one system did in one scene, or why nobody knows. */
export type Result =
  | { scene: string; system: string; played: Played }
  | { scene: string; system: string; failed: string }

export const ours = 'bridge'

const titles = [
  ...['scene', 'system', 'accepted a second', 'all done after'],
  ...['returns lost', 'returns doubled', 'comments lost', 'comments doubled'],
]

const noFigures = titles.slice(3).map(() => '-')

/** What each system did in each scene. */
export const toFigures = (results: readonly Result[]): string =>
  aligned([
    titles,
    ...results.map((result) =>
      'failed' in result
        ? [result.scene, result.system, `not measured: ${oneLine(result.failed).slice(0, 200)}`, ...noFigures]
        : [result.scene, result.system, ...toCells(result)],
    ),
  ])

/** How many are accepted a second says nothing where deliveries wait for kills. */
const toCells = ({ scene, played }: { scene: string; played: Played }): string[] => [
  isTimed(scene) ? short(played.acceptedPerSecond) : '-',
  played.doneSeconds === undefined ? 'never' : `${short(played.doneSeconds)} s`,
  ...[played.lostReturns, played.doubledReturns, played.lostComments, played.doubledComments].map(String),
]

/** The budgets: the bridge loses and doubles nothing, and without faults no peer is faster. */
export const toBudgets = (results: readonly Result[]): PartReport[] =>
  results.flatMap((result) => {
    const report = { part: result.scene, tookMs: 0 }
    if ('failed' in result) return [{ ...report, rows: [], failed: `${result.system}: ${result.failed}` }]
    if (result.system === ours) return [{ ...report, rows: correctness(result.played) }]
    const mine = results.find(({ scene, system }) => scene === result.scene && system === ours)
    const isKnown = mine && 'played' in mine && isTimed(result.scene)
    return isKnown ? [{ ...report, rows: speed(mine.played, result) }] : []
  })

/** Nothing slows the systems but their work. */
const isTimed = (scene: string): boolean => scenes[scene]?.kills === 0

const none = { unit: '', limit: { atMost: 0 } }

const correctness = ({ lostReturns, lostComments, doubledReturns, doubledComments }: Played): Row[] => [
  { what: 'returns and comments that the bridge lost', measured: lostReturns + lostComments, ...none },
  { what: 'returns and comments that the bridge doubled', measured: doubledReturns + doubledComments, ...none },
]

const speed = (mine: Played, { system, played }: { system: string; played: Played }): Row[] => {
  const atLeastAsGood = { unit: 'x', limit: { atLeast: 1 } }
  const accepting = mine.acceptedPerSecond / played.acceptedPerSecond
  const done = (played.doneSeconds ?? Number.POSITIVE_INFINITY) / (mine.doneSeconds ?? Number.NaN)
  return [
    { what: `accepting, as a multiple of ${system}`, measured: accepting, ...atLeastAsGood },
    { what: `speed until all is done, as a multiple of ${system}`, measured: done, ...atLeastAsGood },
  ]
}
