import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expireItems } from './expire-items.ts'
import { startSchedule } from './schedule.ts'
import { tableNames } from './table-names.ts'

const everyMs = 5 * 60_000
/** The pause between two pages: a hundred thousand items take two minutes and load the machine only a little. */
const restMs = 100

export type SweepOptions = {
  client: DynamoDBClient
  now: () => number
  report: (message: string, error: unknown) => void
}

/** The time to live of the local tables: runs at once and every few minutes, beside all other work. */
export function startSweep({ client, now, report }: SweepOptions): { stop(): void } {
  const documentClient = DynamoDBDocumentClient.from(client)
  let isStopped = false
  const goOn = async (): Promise<boolean> => {
    await sleep(restMs, undefined, { ref: false })
    return !isStopped
  }
  const run = async (): Promise<void> => {
    try {
      for (const table of Object.values(tableNames)) await expireItems({ documentClient, table }, now(), goOn)
    } catch (error) {
      if (!isStopped) report('Deleting expired items failed; the next run starts again', error)
    }
  }
  const schedule = startSchedule({ everyMs, run, now, report })
  return {
    stop() {
      isStopped = true
      schedule.stop()
    },
  }
}
