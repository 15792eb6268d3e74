import type { DynamoDBRecord } from 'aws-lambda'
import { expect, it } from 'vitest'
import { createHints } from '../../local/hints.ts'

const nextTurn = () => new Promise(setImmediate)

/** Hints to a worker that ends each batch when it is told to. */
function playHints() {
  const batches: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const reports: string[] = []
  const work = ({ Records }: { Records: DynamoDBRecord[] }) => {
    batches.push(Records.map(({ dynamodb }) => dynamodb?.Keys?.id?.S ?? ''))
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(undefined))))
  }
  const hints = createHints({ work, report: (message) => reports.push(message) })
  return { hints, batches, ends, reports }
}

it('hints start the worker once for an event that waits, and not before its write is answered', async () => {
  const { hints, batches } = playHints()
  for (const id of ['a', 'b', 'a']) hints.add(id)
  expect(batches).toEqual([])
  await nextTurn()
  expect(batches).toEqual([['a', 'b']])
})

it('hints give the worker two batches of ten at most at a time, and go on after one that fails', async () => {
  const { hints, batches, ends, reports } = playHints()
  const ids = Array.from({ length: 25 }, (_, at) => `e${at}`)
  for (const id of ids) hints.add(id)
  await nextTurn()
  expect(batches).toEqual([ids.slice(0, 10), ids.slice(10, 20)])
  ends[0]?.(new Error('broken'))
  await nextTurn()
  expect(batches[2]).toEqual(ids.slice(20))
  expect(reports).toEqual(['The worker failed'])
})

it('hints start nothing after they are stopped', async () => {
  const { hints, batches } = playHints()
  hints.add('a')
  hints.stop()
  await nextTurn()
  expect(batches).toEqual([])
})
