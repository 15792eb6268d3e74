import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { dueShards } from '../../lib/tables/dynamodb/shards.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import { checkFormat } from '../check-format.ts'
import { startDynamoDb } from '../dynamodb.ts'
import { endLeases } from '../end-leases.ts'
import { applyEnvironment, functionEnvironment } from '../environment.ts'
import { lockDataDir } from '../lock.ts'
import { createReadyEvents } from '../ready-events.ts'
import { report } from '../report.ts'
import { readSecrets } from '../secrets-file.ts'
import { startSecretsManager } from '../secrets-manager.ts'
import { startStream } from '../stream.ts'
import { startSweep } from '../sweep.ts'
import type { ServeOptions } from './options.ts'

/** The store of a data directory. */
export type OpenStore = {
  /** Gives back what a run that is gone had claimed. Nothing else may work on the store. */
  endLeases(): Promise<void>
  /** Starts the worker with what is new. Returns what ends that. */
  startHints(work: (event: unknown) => Promise<unknown>): () => unknown
  close(): Promise<void>
}

export async function openStore(
  { data, secrets }: ServeOptions,
  env: Record<string, string | undefined>,
): Promise<OpenStore> {
  const unlock = lockDataDir(data)
  const dynamoDb = await startDynamoDb(join(data, 'dynamodb'))
  const backOfficeUrl = readSecrets(secrets).backOffice.baseUrl ?? ''
  const secretsManager = await startSecretsManager({ file: secrets, backOfficeUrl })
  const settings = { port: 0, sandboxPort: 0, backOfficeUrl, dataDir: data, timeScale: 1, stream: true }
  applyEnvironment(
    env,
    functionEnvironment(settings, { dynamoDb: dynamoDb.url, secretsManager: secretsManager.url }, env),
  )
  const client = new DynamoDBClient()
  await checkFormat(client, data)
  const sweep = startSweep({ client, now: Date.now, report })
  return {
    startHints(work) {
      const readyEvents = createReadyEvents({ client, now: Date.now, hintMs: timingAt(1, 0).hintMs })
      const stream = startStream({ shards: [dueShards], ...readyEvents, invoke: work, pauseMs: 150, report })
      dynamoDb.onWrite(stream.notify)
      return () => stream.stop()
    },
    endLeases: async () => await endLeases(client, Date.now()),
    async close() {
      sweep.stop()
      client.destroy()
      await secretsManager.close()
      await dynamoDb.close(1_000)
      unlock()
    },
  }
}
