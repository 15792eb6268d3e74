import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { loadConfig } from '../local/load-config.ts'
import { type Artifact, buildProject } from './build.ts'
import { oslsHome, runOsls } from './run-osls.ts'
import { type Template, templateProblems } from './template-problems.ts'

const root = join(import.meta.dirname, '..')

/**
 * Checks bridge.config.ts, builds the functions and lets osls write the deployment package to `outFolder`. `options` are for osls, such as
 * `--stage`.
 */
export async function packageProject(
  outFolder: string,
  options: string[] = [],
): Promise<{ artifacts: Artifact[]; template: Template }> {
  // First, so that its mistakes are shown as they are and the last good build stays.
  await loadConfig()
  const artifacts = await buildProject()
  try {
    // osls never fixes damaged files in its home: delete them and run it again before blaming serverless.yml or infra.
    await runOsls('package', '--package', outFolder, ...options).catch(async () => {
      await rm(oslsHome, { recursive: true, force: true })
      await runOsls('package', '--package', outFolder, ...options)
    })
  } catch (error) {
    throw new Error(`osls does not accept serverless.yml or infra:\n${(error as { stdout?: string }).stdout ?? error}`)
  }
  const file = join(outFolder, 'cloudformation-template-update-stack.json')
  return { artifacts, template: JSON.parse(await readFile(file, 'utf8')) as Template }
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
