import type { DynamoDBRecord } from 'aws-lambda'

const batchSize = 10
/** In one process more would only wait for each other. */
const sideBySide = 2

type Options = {
  work: (event: { Records: DynamoDBRecord[] }) => Promise<unknown>
  report: (message: string, error: unknown) => void
}

/** What the stream of the events table is on AWS: starts the worker with what is new. It is only a hint: the schedule finds what it loses. */
export function createHints({ work, report }: Options) {
  const waiting = new Set<string>()
  let running = 0
  let isStopped = false
  const start = (): void => {
    while (running < sideBySide && waiting.size > 0 && !isStopped) {
      const ids = [...waiting].slice(0, batchSize)
      for (const id of ids) waiting.delete(id)
      running += 1
      work({ Records: ids.map((id) => ({ dynamodb: { Keys: { id: { S: id } }, SequenceNumber: id } })) })
        .catch((error: unknown) => report('The worker failed', error))
        .finally(() => {
          running -= 1
          start()
        })
    }
  }
  return {
    add(id: string): void {
      waiting.add(id)
      setImmediate(start)
    },
    stop(): void {
      isStopped = true
    },
  }
}
