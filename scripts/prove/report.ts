export const parts = ['seeds', 'breaks', 'kills', 'deployed'] as const
export type Part = (typeof parts)[number]

/** What ran of one part. */
export type Piece =
  | { part: 'seeds'; from: number; seeds: number }
  | { part: 'breaks'; from: number; found: readonly string[]; missed: readonly string[] }
  | { part: 'kills'; seed: number; kills: number }
  | { part: 'deployed' }

/** `failures`: why it is no proof; none if it is one. `startedAt`: ISO 8601. */
export type PieceResult = Piece & { startedAt: string; seconds: number; failures: readonly string[] }

export const wanted = { seeds: 20_000, kills: 300 }

export type Report = {
  isProven: boolean
  lines: string[]
  seedsLeft: number
  killsLeft: number
  /** Undefined: no search has come to its end. */
  breaksLeft: readonly string[] | undefined
}

/** Adds up all that ran on one commit. What two pieces share counts once, and one failure of schedules or kills stays one. */
export function reportOf(results: readonly PieceResult[]): Report {
  const of = <P extends Part>(part: P) =>
    results.filter((one): one is Extract<PieceResult, { part: P }> => one.part === part)
  const failed = (part: Part) => of(part).flatMap(({ failures }) => failures)
  const played = sizeOf(of('seeds').map(({ from, seeds }) => [from, from + seeds]))
  const killed = of('kills').reduce((sum, { kills }) => sum + kills, 0)
  const found = new Set(of('breaks').flatMap((search) => search.found))
  const missed = new Set(of('breaks').flatMap((search) => search.missed.filter((name) => !found.has(name))))
  const hasSearched = found.size + missed.size > 0
  const [deployed] = of('deployed')
  const states: Record<Part, { isProven: boolean; says: string; why: readonly string[] }> = {
    seeds: {
      isProven: played >= wanted.seeds && failed('seeds').length === 0,
      says: `${played} of ${wanted.seeds}`,
      why: failed('seeds'),
    },
    breaks: {
      isProven: hasSearched && missed.size === 0,
      says: hasSearched ? `${found.size} of ${found.size + missed.size} found` : 'not run',
      why: [...missed].map((name) => `not found: ${name}`),
    },
    kills: {
      isProven: killed >= wanted.kills && failed('kills').length === 0,
      says: `${killed} of ${wanted.kills}`,
      why: failed('kills'),
    },
    deployed: {
      isProven: deployed?.failures.length === 0,
      says: deployed ? (deployed.failures.length === 0 ? 'passed' : 'failed') : 'not run',
      why: deployed?.failures ?? [],
    },
  }
  return {
    isProven: parts.every((part) => states[part].isProven),
    lines: parts.flatMap((part) => {
      const { isProven, says, why } = states[part]
      return [`${isProven ? 'proven  ' : 'UNPROVEN'} ${part}: ${says}`, ...why.map((one) => `           ${one}`)]
    }),
    seedsLeft: Math.max(0, wanted.seeds - played),
    killsLeft: Math.max(0, wanted.kills - killed),
    breaksLeft: hasSearched ? [...missed] : undefined,
  }
}

/** How many whole numbers lie in any of the ranges; the end of a range is not part of it. */
function sizeOf(ranges: (readonly [from: number, to: number])[]): number {
  let size = 0
  let end = Number.NEGATIVE_INFINITY
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    size += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return size
}
