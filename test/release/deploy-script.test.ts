import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../local/running-stack.ts'

const source = join(import.meta.dirname, '../../scripts/release/deploy.sh')

/** Runs the script of a release with one file, where `aws` is a program that only says that it was called. */
function deploy(options: string[], { damaged = false } = {}) {
  const folder = temporaryFolder()
  copyFileSync(source, join(folder, 'deploy.sh'))
  writeFileSync(join(folder, 'template.json'), '{}')
  const sum = createHash('sha256')
    .update(damaged ? '' : '{}')
    .digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), `${sum}  template.json\n`)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/aws'), '#!/bin/sh\necho "aws was called: $*" >&2\nexit 1\n')
  chmodSync(join(folder, 'bin/aws'), 0o755)
  const env = { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), AWS_REGION: 'eu-central-1' }
  const { status, stdout, stderr } = spawnSync('bash', [join(folder, 'deploy.sh'), ...options], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('deploy.sh', () => {
  it('explains itself', () => {
    const { status, stdout } = deploy(['--help'])
    expect(status).toBe(0)
    expect(stdout).toContain('--back-office-secret')
  })

  it.each([
    ['an option that does not exist', ['--force'], 'There is no option --force'],
    ['an option without its value', ['--stage'], '--stage needs a value'],
    ['a stage that cannot be part of a name', ['--yes', '--stage', 'My Stage'], 'The stage "My Stage" cannot be used'],
    ['a number that is none', ['--yes', '--webhook-concurrency', 'many'], '--webhook-concurrency needs a number'],
    ['a file that is not there', ['--yes', '--sources-secret', 'none.json'], 'The file none.json cannot be read'],
    ['questions that nobody can answer', ['--stage', 'prod'], 'Nobody can answer questions here: use --yes'],
  ])('refuses %s before it calls AWS', (_, options, says) => {
    const { status, stderr } = deploy(options)
    expect(status).toBe(1)
    expect(stderr).toContain(says)
    expect(stderr).not.toContain('aws was called')
  })

  it('refuses a release with a damaged file before it calls AWS', () => {
    const { status, stderr } = deploy(['--yes'], { damaged: true })
    expect(status).toBe(1)
    expect(stderr).toContain('A file of this release is damaged')
    expect(stderr).not.toContain('aws was called')
  })

  it('stops without credentials, before it changes anything', () => {
    const { status, stderr } = deploy(['--yes'])
    expect(status).toBe(1)
    expect(stderr.match(/aws was called: .*/g)).toEqual([
      'aws was called: sts get-caller-identity --query Account --output text',
    ])
    expect(stderr).toContain('There are no valid AWS credentials')
  })
})
