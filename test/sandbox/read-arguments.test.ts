import { describe, expect, it } from 'vitest'
import { readArguments } from '../../sandbox/read-arguments.ts'

describe('the arguments of npm run sandbox', () => {
  it('default to the usual port, the demo seed and memory', () => {
    expect(readArguments([])).toEqual({ port: 4_000, seed: 'demo' })
  })

  it.each([
    [['--file', ''], '--file must name a file. Usage:'],
    [['--port', 'x'], '--port must be a number from 0 to 65535, not "x". Usage:'],
    [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536". Usage:'],
    [['--seed', 'full'], '--seed must be demo or empty, not "full". Usage:'],
    [['--sead', 'demo'], "Unknown option '--sead'. Usage:"],
    [['demo'], "Unexpected argument 'demo'. Usage:"],
  ])('are refused on one line: %j', (args, sentence) => {
    expect(readArguments(args)).toContain(sentence)
    expect(readArguments(args)).not.toContain('\n')
  })
})
