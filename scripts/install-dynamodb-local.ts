import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Beside, installBeside, isInstalled } from './install-beside.ts'

const sources = join(import.meta.dirname, 'dynamodb-local')
const folder = join(import.meta.dirname, '../.dynamodb-local')
const sumsFile = join(sources, 'SHA256SUMS')
const program = join(sources, 'Loopback.java')
const run = promisify(execFile)

/** How to start AWS's own DynamoDB Local: `java` with these arguments. */
export const dynamoDbLocalArguments = [
  `-Djava.library.path=${folder}`,
  // It runs for seconds: what starts fast is better than what gets fast.
  ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
  ...['-cp', [folder, join(folder, '*')].join(delimiter), 'Loopback'],
]

const beside: Beside = {
  folder,
  wanted: async () => `${await readFile(sumsFile, 'utf8')}${await readFile(program, 'utf8')}`,
  async fill(draft) {
    const pom = join(sources, 'pom.xml')
    const options = ['--quiet', '--batch-mode', '--file', pom, `-DoutputDirectory=${draft}`]
    await step('mvn', [...options, 'dependency:copy-dependencies'])
    await keepWhatIsListed(draft)
    await step('javac', ['-cp', join(draft, '*'), '-d', draft, program])
  },
}

export const hasDynamoDbLocal = (): Promise<boolean> => isInstalled(beside)

/** Installs it and what it needs from Maven Central if it is missing: 50 MB, each file with its checksum. Needs Maven, and a JDK from 17. */
export const installDynamoDbLocal = (): Promise<void> => installBeside(beside)

async function step(command: string, args: string[]): Promise<void> {
  await run(command, args).catch((error: Error) => {
    throw new Error(`DynamoDB Local, which needs Maven and a JDK from 17, cannot be installed: ${error.message}`)
  })
}

/** Throws unless each listed file is there with its checksum. The others are for other kinds of machines. */
async function keepWhatIsListed(draft: string): Promise<void> {
  const lines = (await readFile(sumsFile, 'utf8')).trim().split('\n')
  const wanted = new Map(lines.map((line) => line.split(/\s+/).reverse() as [file: string, sum: string]))
  for (const [file, sum] of wanted) {
    const found = createHash('sha256')
      .update(await readFile(join(draft, file)))
      .digest('hex')
    if (found !== sum)
      throw new Error(`DynamoDB Local cannot be installed: ${file} has the checksum ${found}, not ${sum}`)
  }
  for (const file of await readdir(draft)) if (!wanted.has(file)) await rm(join(draft, file))
}
