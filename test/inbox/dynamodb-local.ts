import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dynamoDbLocalArguments } from '../../scripts/install-dynamodb-local.ts'

export type DynamoDbLocal = { endpoint: string; close: () => Promise<void> }

/** AWS's own DynamoDB Local, with streams: in memory, in a process of its own, on loopback and a free port. */
export async function startDynamoDbLocal(): Promise<DynamoDbLocal> {
  const child = spawn('java', dynamoDbLocalArguments, { stdio: ['pipe', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
      const found = /^http:\/\/127\.0\.0\.1:\d+$/m.exec(said)?.[0]
      if (found) resolve(found)
    })
  child.once('error', reject)
  child.once('close', () => reject(new Error(`DynamoDB Local does not start: ${said}`)))
  const endpoint = await promise
  return {
    endpoint,
    async close() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
    },
  }
}
