import { expect, it } from 'vitest'
import { exitCodeOf } from '../../cli/exit-code.ts'
import { eventStatuses } from '../../lib/inbox/event.ts'
import { loadOperatorCommands } from '../../lib/operator/operate.ts'

const operatorCommands = await loadOperatorCommands()

const codeOf = (name: string, result: unknown) => {
  const command = operatorCommands.find((one) => one.name === name)
  if (!command) throw new Error(`no command ${name}`)
  return exitCodeOf(command, result)
}

const writing = ['return.create', 'comment.add', 'order.create', 'image.publish']

it.each(writing)('is 2 if the event of %s ended held or failed, and else 0', (name) => {
  const codes = eventStatuses.map((status) => [status, codeOf(name, { id: 'operator/1', status })])
  expect(codes.filter(([, code]) => code !== 0)).toEqual([
    ['held', 2],
    ['failed', 2],
  ])
})

it('is 0 for commands that only read a held or failed event, or change it', () => {
  const reading = operatorCommands.map(({ name }) => name).filter((name) => ![...writing, 'doctor'].includes(name))
  expect(reading).toContain('event.get')
  for (const name of reading) expect([name, codeOf(name, { status: 'held', healthy: false })]).toEqual([name, 0])
})

it('is 0 for the plan of a return that would be held, because it writes nothing', () => {
  expect(codeOf('return.create', { orderId: 1, body: null, reason: { code: 'too_many' }, lines: [] })).toBe(0)
})

it.each([
  [true, 0],
  [false, 1],
])('for doctor with healthy %s is %d', (healthy, code) => {
  expect(codeOf('doctor', { healthy, checks: [] })).toBe(code)
})

it.each([undefined, null, 'text', {}])('is 0 for a result without a status: %j', (result) => {
  for (const { name } of operatorCommands) expect([name, codeOf(name, result)]).toEqual([name, 0])
})
