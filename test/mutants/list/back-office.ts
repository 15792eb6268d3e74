import type { Mutant } from '../mutant.ts'

/** The client, its transport and its resources. */
export const backOffice: readonly Mutant[] = [
  {
    name: 'a 403 proves the token',
    why: 'Whoever is forbidden something has been recognised; but a 403 says nothing of the token, and calls would not pause for a bad one.',
    edits: [
      {
        file: 'lib/back-office/client.ts',
        find: '[400, 404, 422].includes(status)',
        replace: '[400, 403, 404, 422].includes(status)',
      },
    ],
  },
  {
    name: 'a second refused token is forgotten, too',
    why: 'A refused token is worth nothing; but one that has worked for others is kept, or each such path costs a login.',
    edits: [
      {
        file: 'lib/back-office/client.ts',
        find: 'if (isUnauthorised(second)) await session.forget(next, { keepIfWorked: true })',
        replace: 'if (isUnauthorised(second)) await session.forget(next)',
      },
    ],
  },
  {
    name: 'the last active status is none',
    why: 'A range ends before its end; but here both ends are active returns, and one of them is held as incomplete.',
    edits: [
      {
        file: 'lib/back-office/constants.ts',
        find: 'statusId >= returnFrom && statusId <= returnTo',
        replace: 'statusId >= returnFrom && statusId < returnTo',
      },
    ],
  },
  {
    name: 'a write that timed out over there is repeated',
    why: 'A 408 says that the request did not arrive as a whole; but a gateway says it of a request that it has passed on.',
    edits: [
      {
        file: 'lib/back-office/http/answers.ts',
        find: "from: 408, to: 408, read: 'retry', write: 'unknown'",
        replace: "from: 408, to: 408, read: 'retry', write: 'retry'",
      },
    ],
  },
  {
    name: 'the first window that ends is enough',
    why: 'A call may go out when a window ends; but if two windows are used up, the later one still refuses it.',
    edits: [
      {
        file: 'lib/back-office/http/retry-at.ts',
        find: 'Math.max(...decays)',
        replace: 'Math.min(...decays)',
      },
    ],
  },
  {
    name: 'a request may outlast its run',
    why: 'A request is ended by its own timeout; but the function is ended before that, and the outcome is lost.',
    edits: [
      {
        file: 'lib/back-office/http/transport.ts',
        find: 'atMs + requestTimeoutMs + marginMs <= run.deadlineMs',
        replace: 'atMs + marginMs <= run.deadlineMs',
      },
    ],
  },
  {
    name: 'orders of a number as they are listed',
    why: 'The back office lists the newest first; but it lists by id or in any order, and the wrong one of two is taken.',
    edits: [
      {
        file: 'lib/back-office/resources/orders.ts',
        find: 'entries: carrying.filter(isOpenSale).sort(newestFirst), unrelated',
        replace: 'entries: carrying.filter(isOpenSale), unrelated',
      },
    ],
  },
  {
    name: 'a page names what was asked for',
    why: 'The ids of a page are those of its entries; but a page of other entries alone then seems empty, and a place on it is lost.',
    edits: [
      {
        file: 'lib/back-office/resources/orders.ts',
        find: 'ids: entries.map(({ id }) => id), isLastPage',
        replace: 'ids: fitting.map(({ id }) => id), isLastPage',
      },
    ],
  },
  {
    name: 'a return that cannot be read is none',
    why: 'What is not there needs no mention; but an id that the order names and nobody can read may be the return that is looked for.',
    edits: [
      {
        file: 'lib/back-office/resources/returns.ts',
        find: 'const one = await readRelated(id, names) if (!one) unrelated += 1',
        replace: 'const one = await readRelated(id, names)',
      },
    ],
  },
  {
    name: 'entries come once by themselves',
    why: 'The pages of a list do not overlap; but they do where entries come while it is read, and then one counts as two.',
    edits: [
      {
        file: 'lib/back-office/resources/paging.ts',
        find: 'if (seen.has(found.id)) continue seen.add(found.id) news += 1 yield found',
        replace: `if (!seen.has(found.id)) news += 1
      seen.add(found.id)
      yield found`,
      },
    ],
  },
  {
    name: 'the first contact without an address',
    why: 'A contact that shows no address may be the one; but only if it is the only one that the look-up found.',
    edits: [
      {
        file: 'lib/back-office/resources/contacts.ts',
        find: 'if (found.length === 1 && only && emailsOf',
        replace: 'if (only && emailsOf',
      },
    ],
  },
]
