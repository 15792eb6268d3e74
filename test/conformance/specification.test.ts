import { afterAll, describe } from 'vitest'
import type { Options } from '../../sandbox/world.ts'
import { ask } from './ask.ts'
import { createStatement } from './statement.ts'
import { lockStatements } from './statements/lock.ts'
import { strict } from './strict-world.ts'
import { openTarget } from './target.ts'

// One file, one login: files run at the same time, and a licence limits concurrent sessions.
const target = await openTarget(process.env)
const { sandbox } = target.may
/** The sandbox as another server of the family, with what cannot be asked of that one. */
const dialects: [title: string, options: Partial<Options>, lacks: string][] = [
  // It shows no field that is not stated.
  ['its strict dialect', strict, 'fields'],
  ['that of a server whose lines carry no SKU', { skuIs: 'number', shippingIds: 'zero' }, 'lineSku'],
  ['that of one that refuses variations', { skuIs: 'market', variations: 'refused' }, 'lineSku'],
]
const others = await Promise.all(
  (sandbox ? dialects : []).map(async ([title, options, lacks]) => ({
    ...{ title, lacks },
    target: await openTarget({}, options),
  })),
)
afterAll(async () => {
  for (const one of [target, ...others.map((other) => other.target)]) await one.close()
})

describe(`the specification, asked of ${sandbox ? 'the sandbox' : 'TARGET'}`, () => {
  ask(target, createStatement(target))
  describe('locked user', () => lockStatements(createStatement(target)))
})

for (const { title, lacks, target: other } of others) {
  const statement = createStatement(other)
  describe(`the specification, asked of the sandbox in ${title}`, () => {
    ask(other, (of, needs, run) => needs.some((need) => need === lacks) || statement(of, needs, run))
  })
}
