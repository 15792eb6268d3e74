import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageProject } from '../../scripts/package.ts'

type Packaged = ReturnType<typeof packageProject>
let packaged: Packaged | undefined

/** The project as it is, packaged once for all test files of a worker, which share its modules. */
export function packagedProject(): Packaged {
  packaged ??= packageOnce()
  return packaged
}

async function packageOnce(): Packaged {
  const folder = await mkdtemp(join(tmpdir(), 'template-'))
  return await packageProject(folder).finally(() => rm(folder, { recursive: true, force: true }))
}
