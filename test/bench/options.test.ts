import { describe, expect, it } from 'vitest'
import { fullSizes, tinySizes } from '../../scripts/bench/part.ts'
import { readOptions } from '../../scripts/bench/read-options.ts'
import { withRun } from '../../scripts/bench/write-docs.ts'

const known = ['zips', 'calls', 'drain']
const read = (...args: string[]) => readOptions(args, known)

describe('the command line of the benchmarks', () => {
  it('measures everything at full size if nothing is said', () => {
    expect(read()).toEqual({ parts: known, sizes: fullSizes, writeDocs: false, help: false })
  })

  it('measures the named parts, in the order of the list', () => {
    expect(read('--only', 'drain', '--only', 'zips').parts).toEqual(['zips', 'drain'])
  })

  it('takes tiny sizes, and single ones', () => {
    expect(read('--tiny', '--size', 'stored=300').sizes).toEqual({ ...tinySizes, stored: 300 })
  })

  it.each([
    [['--only', 'cals'], /--only must be one of zips, calls, drain, not "cals"/],
    [['--size', 'events=5'], /--size must be like stored=10000, .* not "events=5"/],
    [['--size', 'stored=0'], /not "stored=0"/],
    [['--size', 'stored=1e6'], /not "stored=1e6"/],
    [['--size', 'toString=5'], /not "toString=5"/],
    [['--fast'], /--fast/],
    [['fast'], /fast/],
    [['--write-docs', '--tiny'], /--write-docs publishes a whole run/],
    [['--write-docs', '--only', 'zips'], /--write-docs publishes a whole run/],
    [['--write-docs', '--size', 'starts=14'], /--write-docs publishes a whole run/],
  ])('refuses %j and says what to write', (args, says) => {
    expect(() => read(...args)).toThrow(RangeError)
    expect(() => read(...args)).toThrow(says)
  })

  it('publishes a run that measures more than it must', () => {
    expect(read('--write-docs', '--size', 'starts=30').writeDocs).toBe(true)
  })
})

describe('the published run', () => {
  const page = '# Page\n<!-- bench: begin -->\nolder\n<!-- bench: end -->\nrest\n'

  it('replaces the one before, and nothing else of the page', () => {
    const first = withRun(page, 'table')
    expect(first).toBe('# Page\n<!-- bench: begin -->\ntable\n<!-- bench: end -->\nrest\n')
    expect(withRun(first, 'table')).toBe(first)
  })

  it.each(['', page.replace('end', 'ends'), page + page])('needs both markers once', (broken) => {
    expect(() => withRun(broken, 'table')).toThrow(/once each/)
  })
})
