import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { missingForDeployed } from '../../scripts/install-for-deployed.ts'
import { temporaryFolder } from '../local/running-stack.ts'

/** A machine on which these are the only programs. */
async function missingWith(programs: Record<string, string>): Promise<string | undefined> {
  const folder = temporaryFolder()
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  vi.stubEnv('PATH', folder)
  return await missingForDeployed().finally(() => vi.unstubAllEnvs())
}

const python = 'echo "3.11.7 (main) [GCC 12.2.0]"'
const all = { python3: python, javac: 'echo javac 17.0.2', mvn: 'echo Apache Maven 3.8.7' }

describe.skipIf(process.platform !== 'linux')('what the tests of a deployment need', () => {
  it('is there', async () => {
    expect(await missingWith(all)).toBeUndefined()
  })

  it.each([
    ['a Python that is too old, by its second number', { python3: 'echo 3.9.2' }, 'python3 3.11, and this is 3.9'],
    [
      'a Python of the next major version is not',
      { python3: 'echo 4.0.1', javac: 'echo javac 11' },
      'javac 17, and this is 11',
    ],
    [
      'a Python that makes no virtual environments',
      { python3: 'exit 1' },
      'python3 with its modules venv and ensurepip',
    ],
    ['no Maven', { mvn: 'exit 127' }, 'mvn, which is not installed'],
  ])('is named: %s', async (_, programs, says) => {
    expect(await missingWith({ ...all, ...programs })).toContain(`they need ${says}`)
  })
})
