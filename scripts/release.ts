import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { loadConfig } from '../local/load-config.ts'
import { webhookPaths } from '../local/webhook-paths.ts'
import { packageProject } from './package.ts'
import { placeholders, releaseTemplate } from './release/release-template.ts'
import { type Template, templateProblems } from './template-problems.ts'

const root = join(import.meta.dirname, '..')

/** CloudFormation's limit for a template that it reads from a bucket; up to 51,200 bytes `deploy.sh` sends it along with the request. */
const templateLimit = 1_000_000

/**
 * Writes everything that a deployment needs to `folder`, which it replaces: the template, the zips, `deploy.sh`, the addresses of the
 * webhooks, and checksums of all of it. Equal sources give equal files.
 */
export async function release(folder: string): Promise<{ template: Template; bytes: number }> {
  const draft = await mkdtemp(`${folder}.`)
  try {
    const packaged = await packageProject(join(draft, 'packaged'), [
      ...['--stage', placeholders.stage],
      ...['--param', `alarmEmail=${placeholders.alarmEmail}`],
    ])
    await rm(join(draft, 'packaged'), { recursive: true })
    const sums = new Map<string, string>()
    const add = async (name: string) => sums.set(name, sha256(await readFile(join(draft, name))))
    for (const { zip } of packaged.artifacts) {
      await copyFile(zip, join(draft, basename(zip)))
      await add(basename(zip))
    }
    const template = releaseTemplate(packaged.template, sums)
    const text = asText(template)
    const problems = templateProblems(template, loadAwsServiceSpecSync())
    const bytes = Buffer.byteLength(text)
    if (bytes > templateLimit)
      problems.push(`the template has ${bytes} bytes, and CloudFormation takes ${templateLimit}`)
    if (problems.length > 0) throw new Error(`the release would be refused:\n${problems.join('\n')}`)
    await writeFile(join(draft, 'template.json'), text)
    await copyFile(join(import.meta.dirname, 'release/deploy.sh'), join(draft, 'deploy.sh'))
    await chmod(join(draft, 'deploy.sh'), 0o755)
    const paths = webhookPaths(await loadConfig()).map(({ source, path }) => `${source} ${path}\n`)
    await writeFile(join(draft, 'webhooks.txt'), paths.join(''))
    for (const name of ['template.json', 'deploy.sh', 'webhooks.txt']) await add(name)
    await writeFile(join(draft, 'SHA256SUMS'), [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''))
    await chmod(draft, 0o755)
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
    return { template, bytes }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** One line for each resource: a person can compare two of them. Nothing else is spent on its size, which is limited. */
function asText(template: Template): string {
  const parts = Object.entries(template).map(([name, part]) => {
    if (typeof part !== 'object' || part === null) return `${JSON.stringify(name)}: ${JSON.stringify(part)}`
    const lines = Object.entries(part).map(([id, value]) => `${JSON.stringify(id)}:${JSON.stringify(value)}`)
    return `${JSON.stringify(name)}: {\n${lines.join(',\n')}\n}`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}

if (import.meta.main)
  await release(join(root, 'release')).then(
    ({ template, bytes }) => {
      console.log(`release/: the template has ${Object.keys(template.Resources).length} resources and ${bytes} bytes.`)
      console.log('To deploy it: release/deploy.sh --help')
    },
    (error: Error) => {
      console.error(error.message)
      process.exitCode = 1
    },
  )
