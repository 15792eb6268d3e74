import { describe, expect, it } from 'vitest'
import { type Piece, type PieceResult, reportOf } from '../../scripts/prove/report.ts'

const ran = (piece: Piece, ...failures: string[]): PieceResult => ({
  ...piece,
  startedAt: '2026-10-01T12:00:00.000Z',
  seconds: 60,
  failures,
})

const seeds = (from: number, count: number, ...failures: string[]) =>
  ran({ part: 'seeds', from, seeds: count }, ...failures)
const kills = (seed: number, count: number, ...failures: string[]) =>
  ran({ part: 'kills', seed, kills: count }, ...failures)
const breaks = (found: string[], missed: string[]) =>
  ran({ part: 'breaks', from: 1, found, missed }, ...missed.map((name) => `not found: ${name}`))

const complete = [seeds(1, 15_000), seeds(15_001, 5_000), breaks(['a', 'b'], []), kills(1, 240), kills(2, 60)]

describe('what is proven of a commit', () => {
  it('is all of it, where the pieces of each part add up', () => {
    const { isProven, lines } = reportOf([...complete, ran({ part: 'deployed' })])
    expect(lines).toEqual([
      'proven   seeds: 20000 of 20000',
      'proven   breaks: 2 of 2 found',
      'proven   kills: 300 of 300',
      'proven   deployed: passed',
    ])
    expect(isProven).toBe(true)
  })

  it('is nothing at first', () => {
    expect(reportOf([])).toEqual({
      isProven: false,
      lines: [
        'UNPROVEN seeds: 0 of 20000',
        'UNPROVEN breaks: not run',
        'UNPROVEN kills: 0 of 300',
        'UNPROVEN deployed: not run',
      ],
      seedsLeft: 20_000,
      killsLeft: 300,
      breaksLeft: undefined,
    })
  })

  it.each<[string, PieceResult[], string[]]>([
    ['seeds of two pieces count once', [seeds(1, 2_000), seeds(1_001, 2_000), seeds(501, 100)], ['3000 of 20000']],
    [
      'a violation stays one, however many seeds follow',
      [seeds(1, 1_000, 'seed 7: lost: a'), seeds(2_001, 20_000)],
      ['21000 of 20000', 'seed 7: lost: a'],
    ],
    ['a violation after a kill stays one', [kills(1, 300), kills(2, 60, 'VIOLATION lost: a')], ['VIOLATION lost: a']],
    ['a break that no search finds is named', [breaks(['a'], ['b', 'c']), breaks(['c'], [])], ['2 of 3 found', 'b']],
    ['deployed tests that fail are no proof', [ran({ part: 'deployed' }, 'ended with 1')], ['failed', 'ended with 1']],
  ])('%s', (_, results, says) => {
    const { isProven, lines } = reportOf(results)
    expect(isProven).toBe(false)
    for (const words of says) expect(lines.filter((line) => line.endsWith(words))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('proven'))).toEqual([])
  })

  it('says what is left to do', () => {
    const left = reportOf([...complete.slice(1), breaks(['c'], ['d'])])
    expect(left).toMatchObject({ seedsLeft: 15_000, killsLeft: 0, breaksLeft: ['d'] })
  })

  it('counts a break as found that a later search finds', () => {
    expect(reportOf([breaks(['a'], ['b']), breaks(['b'], [])]).lines[1]).toBe('proven   breaks: 2 of 2 found')
  })
})
