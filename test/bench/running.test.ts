import { describe, expect, it } from 'vitest'
import { burst, judgeBurst } from '../../scripts/bench/burst.ts'
import { endToEnd } from '../../scripts/bench/end-to-end.ts'
import { fullStart } from '../../scripts/bench/full-start.ts'
import { type Row, tinySizes } from '../../scripts/bench/part.ts'
import { scale } from '../../scripts/bench/scale.ts'
import { isKept } from '../../scripts/bench/table.ts'
import { dynoxideAbsent } from '../inbox/dynoxide.ts'

/** They start the whole bridge, or a database. */
const patienceMs = 120_000
const broken = (rows: readonly Row[]) => rows.filter((row) => isKept(row) === false).map(({ what }) => what)

describe('the benchmarks of the running bridge', () => {
  it(
    'store each genuine delivery of a burst once, and refuse each forged one',
    async () => {
      const rows = await burst.measure(tinySizes)
      expect(broken(rows)).toEqual([])
      expect(rows.filter(({ limit }) => limit)).toHaveLength(3)
      expect(rows.at(-1)?.measured).toBeGreaterThan(0)
    },
    patienceMs,
  )

  it(
    'see each return made once from end to end',
    async () => {
      const rows = await endToEnd.measure(tinySizes)
      expect(rows.find(({ limit }) => limit)).toMatchObject({ measured: 0, limit: { atMost: 0 } })
      expect(rows[0]?.measured).toBeGreaterThan(0)
    },
    patienceMs,
  )
})

describe('the judge of a burst', () => {
  const heard = (status: number, id?: string) => [{ status, ...(id !== undefined && { id }) }]
  const genuine = (fact: number, id: string) => ({ fact, isForged: false, heard: heard(200, id) })
  const forged = (status: number) => ({ fact: 1, isForged: true, heard: heard(status) })
  const all = [genuine(1, 'a'), genuine(1, 'a'), genuine(2, 'b'), forged(401)]
  const judged = (...given: Parameters<typeof judgeBurst>) => judgeBurst(...given).map(({ measured }) => measured)

  it.each<[string, Parameters<typeof judgeBurst>, number[]]>([
    ['finds nothing where all is well', [all, ['b', 'a']], [0, 0, 0, 0]],
    ['finds a delivery that is not stored', [all, ['a']], [1, 0, 0, 0]],
    ['finds one that is stored twice', [all, ['a', 'b', 'b']], [1, 0, 0, 0]],
    [
      'finds a repeat that became an event of its own',
      [
        [...all, genuine(2, 'c')],
        ['a', 'b', 'c'],
      ],
      [1, 0, 0, 0],
    ],
    [
      'finds a genuine one that was refused',
      [
        [...all, { ...genuine(3, 'c'), heard: heard(401) }],
        ['a', 'b'],
      ],
      [1, 0, 0, 0],
    ],
    ['finds an event that nobody sent', [all, ['a', 'b', 'x']], [0, 1, 0, 0]],
    [
      'finds a forged one that was taken',
      [
        [...all, forged(200)],
        ['a', 'b'],
      ],
      [0, 0, 1, 0],
    ],
    [
      'counts answers that senders repeat, and takes the last one',
      [
        [...all, { ...genuine(3, 'c'), heard: [...heard(503), ...heard(200, 'c')] }],
        ['a', 'b', 'c'],
      ],
      [0, 0, 0, 1],
    ],
  ])('%s', (_title, given, expected) => expect(judged(...given)).toEqual(expected))
})

describe.skipIf(dynoxideAbsent !== undefined)(`scale${dynoxideAbsent ? ` (skipped: ${dynoxideAbsent})` : ''}`, () => {
  it(
    'reads no more where more is stored',
    async () => {
      const rows = await scale.measure(tinySizes)
      expect(broken(rows)).toEqual([])
      // Claim, newest, failed, order and stats, each by requests and by items; where many failed a list by both, and stats by requests.
      expect(rows.filter(({ limit }) => limit)).toHaveLength(13)
      expect(rows.at(-1)).toMatchObject({ what: expect.stringContaining('stats'), limit: { atMost: 100 } })
      for (const { measured, what } of rows) expect(measured, what).toBeGreaterThan(0)
    },
    patienceMs,
  )
})

it.skipIf(process.platform !== 'linux')(
  'npm start takes its time over a store that a clean stop has left',
  async () => {
    const [row, ...others] = await fullStart.measure(tinySizes)
    expect(others).toEqual([])
    expect(row).toMatchObject({ limit: { atMost: 1.3 }, what: expect.stringContaining('100 events') })
    expect(row?.measured).toBeGreaterThan(0.3)
  },
  patienceMs,
)
