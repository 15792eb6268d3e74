import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { loadConfig } from '../local/load-config.ts'
import { type Artifact, buildProject } from './build.ts'
import { type Template, templateProblems } from './template-problems.ts'

const root = join(import.meta.dirname, '..')
const osls = join(root, 'node_modules/osls/bin/serverless.js')
const run = promisify(execFile)

/**
 * Kept between runs: osls stores its compiled check of serverless.yml there, which takes longer than everything else.
 */
const home = join(root, 'node_modules/.cache/osls')

/**
 * Checks bridge.config.ts, builds the functions and lets osls write the deployment package to `outFolder`. osls gets no
 * network, account or credentials: only PATH from this environment, and a home of its own.
 */
export async function packageProject(outFolder: string): Promise<{ artifacts: Artifact[]; template: Template }> {
  // First, so that its mistakes are shown as they are and the last good build stays.
  await loadConfig()
  const artifacts = await buildProject()
  try {
    // osls never fixes damaged files in its home: delete them and run it again before blaming serverless.yml.
    await runOsls(outFolder).catch(async () => {
      await rm(home, { recursive: true, force: true })
      await runOsls(outFolder)
    })
  } catch (error) {
    throw new Error(`osls does not accept serverless.yml:\n${(error as { stdout?: string }).stdout ?? error}`)
  }
  const file = join(outFolder, 'cloudformation-template-update-stack.json')
  return { artifacts, template: JSON.parse(await readFile(file, 'utf8')) as Template }
}

async function runOsls(outFolder: string): Promise<void> {
  await mkdir(home, { recursive: true })
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const cache = join(root, 'node_modules/.cache/compiled')
  await run(process.execPath, [osls, 'package', '--package', outFolder], {
    cwd: root,
    env: { HOME: home, PATH: path, NODE_COMPILE_CACHE: cache },
  })
}

async function main(): Promise<void> {
  const { artifacts, template } = await packageProject(join(root, '.serverless'))
  for (const { name, moduleBytes, zipBytes } of artifacts)
    console.log(`${name.padEnd(14)} ${kilobytes(moduleBytes)} KB, zipped ${kilobytes(zipBytes)} KB`)
  const problems = templateProblems(template, loadAwsServiceSpecSync())
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`template: ${Object.keys(template.Resources).length} resources, all valid for CloudFormation`)
}

const kilobytes = (bytes: number) => String(Math.ceil(bytes / 1024)).padStart(4)

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
