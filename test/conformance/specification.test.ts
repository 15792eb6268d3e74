import { afterAll, describe, it } from 'vitest'
import type { Options } from '../../sandbox/world.ts'
import { ask } from './ask.ts'
import { createStatement } from './statement.ts'
import { lockStatements } from './statements/lock.ts'
import { strict } from './strict-world.ts'
import { openTarget } from './target.ts'

// One file, one login: files run at the same time, and a licence limits concurrent sessions.
const target = await openTarget(process.env)
const { sandbox } = target.may
type Dialect = { name: string; options: Partial<Options>; departs?: readonly string[] }

/** Other answers of servers (docs/sandbox.md, Options). `departs`: the statements that do not hold where a server answers like this. */
const dialects: readonly Dialect[] = [
  { name: 'in its strict dialect', options: strict },
  {
    name: 'with decimals as text',
    options: { numbersAs: 'string' },
    departs: ['writes ids, referrers and statuses as numbers'],
  },
  {
    name: 'with pages of 100 entries',
    options: { itemsPerPageMax: 100 },
    departs: [
      'give every entry once when paged until isLastPage',
      'are full and last when the entries fill the last page exactly',
    ],
  },
  {
    name: 'with lists that load nothing',
    options: { listsLoad: false },
    departs: ['leave null what with[] does not name, as a single order does', 'find the orders of an external number'],
  },
  {
    name: 'with filters that it does not know',
    options: { ignoredFilters: ['parentOrderId', 'createdAtFrom', 'email', 'contactEmail'] },
    departs: [
      'are empty and last for what nothing matches',
      'links the return to its parent, and its lines to those of the parent',
    ],
  },
  {
    name: 'with lines that carry no SKU',
    options: { skuIs: 'number', shippingIds: 'zero' },
    departs: ['gives the master and the components of a bundle one SKU, property 98'],
  },
  {
    name: 'with SKUs of markets alone',
    options: { skuIs: 'market', variations: 'refused' },
    departs: ['gives the master and the components of a bundle one SKU, property 98'],
  },
  { name: 'with a customer of each new return', options: { returnsGetContact: true, labelStatuses: [9.01] } },
]
const others = await Promise.all(
  (sandbox ? dialects : []).map(async (dialect) => ({ ...dialect, other: await openTarget({}, dialect.options) })),
)
afterAll(async () => {
  await target.close()
  for (const { other } of others) await other.close()
})

describe(`the specification, asked of ${sandbox ? 'the sandbox' : 'TARGET'}`, () => {
  ask(target, createStatement(target))
  describe('locked user', () => lockStatements(createStatement(target)))
})

describe.each(others)('the specification, asked of the sandbox $name', ({ other, options, departs = [] }) => {
  const statement = createStatement(other)
  ask(other, (title, needs, run) => {
    // The strict dialect shows no field that is not stated.
    if (options.dialect === 'strict' && needs.includes('fields')) return
    if (departs.includes(title)) it.fails(`${title}: not here`, run)
    else statement(title, needs, run)
  })
})
