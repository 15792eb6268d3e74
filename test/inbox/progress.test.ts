import { expect, it } from 'vitest'
import { type Change, type Progress, progressed, withoutEnd } from '../../lib/inbox/progress.ts'
import { failed } from '../../lib/reasons.ts'

const ending = failed({ code: 'rejected', words: 'no' })
const item = 'order#1'
const found: Progress = { state: 'found', orderId: 1 }
const open: Progress = { state: 'open', orderId: 1, item }
const made: Progress = { state: 'made', orderId: 1, returnId: 5 }
const ended: Progress = { state: 'ended', orderId: 1, ending }

it.each<[string, Progress | undefined, Change, Progress]>([
  ['an order that is found', undefined, { orderId: 1 }, found],
  ['a write that may have happened', found, { open: item }, open],
  ['an entry of the history alone', open, {}, open],
  ['a write that is known not to have happened', open, { open: undefined }, found],
  ['a return', open, { open: undefined, returnId: 5 }, made],
  ['a comment that is open', made, { open: item }, { ...made, state: 'open', item }],
  ['a return that counts no more', made, { returnId: undefined }, found],
  ['the end of the work', made, { done: true }, { ...made, state: 'done' }],
  ['work that another event had done', found, { done: true, by: 'a/1' }, { ...found, state: 'done', by: 'a/1' }],
  ['a refusal', found, { ended: ending }, ended],
  ['a refusal beside an open write', open, { ended: ending }, { ...ended, item }],
  ['an open write that is found after a refusal', ended, { open: item }, { ...ended, item }],
])('%s is the next state of a command', (_title, before, change, after) => {
  expect(progressed(before, change)).toEqual(after)
})

it('a command that a person lets go on has what it had but its end', () => {
  expect(withoutEnd(ended)).toEqual(found)
  expect(withoutEnd({ ...ended, item })).toEqual(open)
  expect(withoutEnd(made)).toBe(made)
})
