import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../local/running-stack.ts'
import { deploy, runScript } from './deploy-with-answers.ts'
import type { Answer } from './stand-in-aws.ts'

describe('the secrets of deploy.sh', () => {
  const first = '{"shopify": ["the first secret"]}'
  const file = () => {
    const path = join(temporaryFolder(), 'sources.json')
    writeFileSync(path, first)
    return path
  }
  const current = (prints: string): Answer => ({ call: 'get-secret-value', prints })
  const written = (answers: Answer[], ...options: string[]) => {
    const { code, output, called } = deploy(answers, '--sources-secret', file(), ...options)
    return { code, output, written: called('put-secret-value').map(({ stdin }) => stdin) }
  }

  it('are written where they are empty', () => {
    expect(written([current('{}')])).toMatchObject({ code: 0, written: [first] })
  })

  it('stay as they are where they were rotated since, and deploy.sh says so', () => {
    const { output, ...ended } = written([current('{"shopify": ["the second one"]}')])
    expect(ended).toEqual({ code: 0, written: [] })
    expect(output).toContain('The secret of the sources is set already, and stays as it is. --replace-secrets')
    expect(output).not.toMatch(/the (first|second)/)
  })

  it('are replaced when asked for', () => {
    const rotated = current('{"shopify": ["the second one"]}')
    expect(written([rotated], '--replace-secrets')).toMatchObject({ code: 0, written: [first] })
  })

  it('are not written again where they are those of the file', () => {
    const { output, ...ended } = written([current(first)])
    expect(ended).toEqual({ code: 0, written: [] })
    expect(output).not.toContain('--replace-secrets')
  })

  it('that cannot be read are not taken for set', () => {
    const { code, output } = deploy([{ call: 'get-secret-value', refuses: 'AccessDeniedException' }])
    expect(code).toBe(1)
    expect(output).toContain('That secret cannot be read')
  })

  it.each([
    ['--sources-secret', '{"shopify": "no list"', 'The file FILE must be JSON, with a list of texts for each source'],
    ['--sources-secret', 'shopify=secret', 'The file FILE must be JSON'],
    ['--sources-secret', '{"shopify": [1]}', 'The file FILE must be JSON, with a list of texts for each source'],
    ['--sources-secret', '["a-secret"]', 'The file FILE must be JSON, with a list of texts for each source'],
    ['--back-office-secret', '{"baseUrl": "https://a", "username": "b"}', 'The file FILE has no "password"'],
    ['--back-office-secret', '{"baseUrl": "", "username": "", "password": 1}', 'The file FILE must be JSON'],
  ])('%s takes no %s, and nothing is deployed', (option, text, says) => {
    const path = join(temporaryFolder(), 'secret.json')
    writeFileSync(path, text)
    const { code, output, called } = deploy([{ call: '--generate-cli-skeleton', refuses: 'no' }], option, path)
    expect(code).toBe(1)
    expect(output).toContain(says.replace('FILE', path))
    expect([...called('s3api'), ...called('cloudformation')]).toEqual([])
  })

  const typed = (password: string) => {
    const lines = ['y', 'https://shop.web.example', 'api', password, '']
    const { code, output, called } = runScript([], [], { typed: lines.join('\n') })
    return { code, output, written: called('put-secret-value').map(({ stdin }) => stdin) }
  }

  const hasTerminal = spawnSync('script', ['--version']).status === 0
  it.skipIf(!hasTerminal)('are written as they are typed, with their spaces (skipped without a terminal)', () => {
    const { code, written } = typed('  two "words\\ ')
    expect([code, written.map((text) => JSON.parse(text))]).toEqual([
      0,
      [{ baseUrl: 'https://shop.web.example', username: 'api', password: '  two "words\\ ' }],
    ])
  })

  it.skipIf(!hasTerminal)('are not written where somebody types a tab (skipped without a terminal)', () => {
    const { code, output, written } = typed('two\twords')
    expect([code, written]).toEqual([1, []])
    expect(output).toContain('A secret cannot contain control characters.')
  })
})
