import { describe, expect, it } from 'vitest'
import { runScript } from './deploy-with-answers.ts'

describe('deploy.sh', () => {
  it('explains itself', () => {
    const { code, output } = runScript([], ['--help'])
    expect(code).toBe(0)
    expect(output).toContain('--back-office-secret')
  })

  it.each([
    ['an option that does not exist', ['--force'], 'There is no option --force'],
    ['an option without its value', ['--stage'], '--stage needs a value'],
    ['a stage that cannot be part of a name', ['--yes', '--stage', 'My Stage'], 'The stage "My Stage" cannot be used'],
    ['a number that is none', ['--yes', '--webhook-concurrency', 'many'], '--webhook-concurrency needs a number'],
    ['a file that is not there', ['--yes', '--sources-secret', 'none.json'], 'The file none.json cannot be read'],
    ['questions that nobody can answer', ['--stage', 'prod'], 'Nobody can answer questions here: use --yes'],
  ])('refuses %s before it calls AWS', (_, options, says) => {
    const { code, output, called } = runScript([], options)
    expect([code, called('')]).toEqual([1, []])
    expect(output).toContain(says)
  })

  it('refuses a release with a damaged file before it calls AWS', () => {
    const { code, output, called } = runScript([], ['--yes'], { damaged: true })
    expect([code, called('')]).toEqual([1, []])
    expect(output).toContain('A file of this release is damaged')
  })

  it('stops without credentials, before it changes anything', () => {
    const { code, output, called } = runScript([{ call: 'get-caller-identity', refuses: 'none' }], ['--yes'])
    expect(code).toBe(1)
    expect(called('').map(({ words }) => words)).toEqual(['sts get-caller-identity --query Account --output text'])
    expect(output).toContain('There are no valid AWS credentials')
  })
})
