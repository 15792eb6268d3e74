import type { Mutant } from '../mutant.ts'

export const planReturn: readonly Mutant[] = [
  {
    name: 'a cancelled return of ours is not listed',
    why: 'Only returns that count are of interest; but ours that is cancelled then seems to lag behind, and its pieces count.',
    edits: [
      {
        file: 'lib/workflow/plan-return/left-to-return.ts',
        find: 'of notListed(returns, returnedByUs))',
        replace: 'of notListed(counting, returnedByUs))',
      },
    ],
  },
  {
    name: 'a bundle brings all of its components',
    why: 'A bundle brings its components in their quantity; but that is of all bundles of the line, of which one may come back.',
    edits: [
      {
        file: 'lib/workflow/plan-return/pick-lines.ts',
        find: 'rounded((component.quantity * quantity) / master.quantity)',
        replace: 'rounded(component.quantity * quantity)',
      },
    ],
  },
  {
    name: 'a return without a time is old',
    why: 'A return that shows no time is an old one; but then its parcel gets a second return.',
    edits: [
      {
        file: 'lib/workflow/plan-return/parcels.ts',
        find: 'Number.isNaN(shown) ? Number.POSITIVE_INFINITY : shown',
        replace: 'Number.isNaN(shown) ? 0 : shown',
      },
    ],
  },
  {
    name: 'one approved duplicate approves all',
    why: 'An approved question is answered; but another earlier request for the same lines is a question of its own.',
    edits: [
      {
        file: 'lib/workflow/plan-return/plan-request.ts',
        find: "if (!isApproved(event, 'possible_duplicate', facts)) return held({ code: 'possible_duplicate', ...facts })",
        replace:
          "return isApproved(event, 'possible_duplicate', facts) ? undefined : held({ code: 'possible_duplicate', ...facts })",
      },
    ],
  },
  {
    name: 'the reason of the request comes first',
    why: 'The reason of the request is for all of its lines; but a line that has its own came back for that.',
    edits: [
      {
        file: 'lib/workflow/plan-return/return-body.ts',
        find: 'reasonId([line.reason, reason], reasons)',
        replace: 'reasonId([reason, line.reason], reasons)',
      },
    ],
  },
  {
    name: 'the first bundle before a component',
    why: 'A component belongs to the bundle before it; but of several the nearest one is meant, which is the last.',
    edits: [
      {
        file: 'lib/workflow/plan-return/bundles-of.ts',
        find: 'masters.findLast((master) => items.indexOf(master) < at)',
        replace: 'masters.find((master) => items.indexOf(master) < at)',
      },
    ],
  },
]
