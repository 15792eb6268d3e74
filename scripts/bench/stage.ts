import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alarmsWith } from '../../infra/alarms.ts'
import type { prices } from './prices.ts'

const root = join(import.meta.dirname, '../..')

/** What a deployed stage is made of, as far as it costs. */
export type Stage = {
  architecture: keyof typeof prices.lambdaGbSecond
  /** Of a function, in MB. */
  memoryOf(name: string): number
  alarms: number
  secrets: number
  /** Keys of its own, which only the stage `prod` has. */
  keys: number
  /** Metrics of the routes of the HTTP API, which cost what own metrics cost: six a route. */
  routeMetrics: number
}

/** Reads the parts of the template. Throws if they do not say how the functions run. */
export async function readStage(): Promise<Stage> {
  const read = (name: string) => readFile(join(root, name), 'utf8')
  const [service, functions, secrets] = await Promise.all(
    ['serverless.yml', 'infra/functions.yml', 'infra/secrets.yml'].map(read) as [
      Promise<string>,
      Promise<string>,
      Promise<string>,
    ],
  )
  const [, architecture] = /^ {2}architecture: (arm64|x86_64)$/m.exec(service) ?? []
  const usual = memoryIn(service)
  if (architecture === undefined || usual === undefined)
    throw new Error('serverless.yml must name architecture and memorySize of the provider')
  const blocks = new Map(functions.split(/^(?=\S+:$)/m).map((block) => [block.slice(0, block.indexOf(':')), block]))
  return {
    architecture: architecture as Stage['architecture'],
    memoryOf(name) {
      const block = blocks.get(name)
      if (block === undefined) throw new Error(`infra/functions.yml has no function ${name}`)
      return memoryIn(block) ?? usual
    },
    alarms: Object.keys(alarmsWith({})).length,
    secrets: count(secrets, 'Type: AWS::SecretsManager::Secret'),
    keys: count(secrets, 'Type: AWS::KMS::Key'),
    routeMetrics: service.includes('DetailedMetricsEnabled: true') ? 6 * count(functions, '- httpApi:') : 0,
  }
}

function memoryIn(text: string): number | undefined {
  const [, memory] = /^ {2}memorySize: (\d+)$/m.exec(text) ?? []
  return memory === undefined ? undefined : Number(memory)
}

const count = (text: string, part: string): number => text.split(part).length - 1
