import type { DynamoDBRecord } from 'aws-lambda'
import { watchReports } from '../judges/wrong-reports.ts'
import type { Nature } from './machine.ts'
import type { Platform } from './platform.ts'

type StreamOptions = { nature: Nature; platform: () => Platform; onWrong: (what: string[]) => void }
type Hint = { id: string; tries: number; at: number }

const batchSize = 10
const mostTries = 3
const oldestMs = 120_000
const workerTimeoutMs = 120_000

/** The stream behind the inbox: events that become `ready` are hinted at, some twice, some late, some never. */
export function createStream({ nature, platform, onWrong }: StreamOptions): { emit(id: string): void } {
  const { timeline, chance, weather, tell } = nature
  const arrived: Hint[] = []

  function emit(id: string): void {
    if (weather.strikes('hint lost')) {
      tell('stream', () => `hint for ${id} LOST`)
      return
    }
    for (let copy = weather.strikes('hint doubled') ? 2 : 1; copy > 0; copy -= 1) {
      const late = weather.strikes('hint late') ? chance.between(5_000, 600_000) : 0
      timeline.after(late + chance.between(50, 2_500), () => arrive({ id, tries: 1, at: timeline.now() }))
    }
  }

  function arrive(hint: Hint): void {
    arrived.push(hint)
    timeline.after(chance.between(0, 300), () => void handOver())
  }

  async function handOver(): Promise<void> {
    const batch: Hint[] = []
    while (arrived.length > 0 && batch.length < batchSize)
      batch.push(...arrived.splice(chance.between(0, arrived.length - 1), 1))
    if (batch.length === 0) return
    tell('stream', () => `hints for ${batch.map(({ id }) => id).join(', ')}`)
    const records = batch.map(
      ({ id }, index): DynamoDBRecord => ({ dynamodb: { Keys: { id: { S: id } }, SequenceNumber: String(index) } }),
    )
    const ids = batch.map(({ id }) => id)
    const outcome = await platform().invoke('worker', workerTimeoutMs, async ({ code, workflow }, deadlineMs) => {
      const { watched, wrongIn } = watchReports(workflow, ids)
      const answer = await code.processRecords(watched, records, deadlineMs)
      onWrong(wrongIn(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)))
      return answer
    })
    const failed =
      'failed' in outcome
        ? batch.map((_, index) => String(index))
        : outcome.ended.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
    for (const [index, hint] of batch.entries()) {
      const again = failed.includes(String(index)) && hint.tries < mostTries && timeline.now() - hint.at < oldestMs
      if (again) arrive({ ...hint, tries: hint.tries + 1 })
    }
  }

  return { emit }
}
