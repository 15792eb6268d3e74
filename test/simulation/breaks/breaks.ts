import type { AnyEdit } from './edit.ts'

/** `takesAway`: the guarantee of docs/reliability.md that does not hold with these edits. */
export type Break = { takesAway: string; edits: readonly AnyEdit[] }

const judge = 'lib/workflow/write-once/judge.ts'
const writeOnce = 'lib/workflow/write-once/write-once.ts'
const judgeRecords = 'lib/workflow/write-once/record-states.ts'
const returnKind = 'lib/workflow/kinds/return-kind.ts'
const createOrder = 'lib/workflow/kinds/create-order.ts'
const publishImage = 'lib/workflow/kinds/publish-image.ts'
const parcels = 'lib/workflow/plan-return/parcels.ts'
const whoHolds = 'lib/workflow/plan-return/same-parcel.ts'
const planRequest = 'lib/workflow/plan-return/plan-request.ts'
const timing = 'lib/workflow/timing.ts'
const loginState = 'lib/back-office/session/login-state.ts'
const decideLogin = 'lib/back-office/session/decide-login.ts'
const budget = 'lib/back-office/pace/budget.ts'
const dynamoInbox = 'lib/tables/dynamodb/dynamo-inbox.ts'
const dynamoRecords = 'lib/tables/dynamodb/dynamo-records.ts'

const oneWrite =
  'One fact makes at most one return and one comment, one new order of a number, and shows an image once.'
const neverBlindly = 'A write of unknown outcome is never repeated before it has settled and was looked for.'
const neverLocked = 'The API user is never locked.'
const neverMoreCalls = 'Never more calls than the limit in any 60 s.'
const oneReport = 'A source reports a piece once in each kind, and two of its parcels never hold the same one.'
const oneParcel = 'One parcel gets one return, whoever reports it.'
const auditIsRight = 'The daily audit reports what is wrong, and nothing else.'

/**
 * Each mechanism of the design, taken away: the proof that the simulation would notice. The code knows nothing of them; they are
 * edits of its text, made while it is loaded (apply-break.ts), and one that does not fit any more is an error.
 */
const table = {
  'no reading back': {
    takesAway: neverBlindly,
    edits: [
      { file: judge, function: 'judge', becomes: "() => ({ kind: 'missing' })" },
      // The repeat would be linked to what the first try has made.
      { file: whoHolds, function: 'whoHolds', becomes: '() => undefined' },
    ],
  },
  'reading back only the first page': {
    takesAway: neverBlindly,
    edits: [
      {
        file: 'lib/back-office/resources/paging.ts',
        function: 'readNext',
        becomes: 'async (...given) => ({ ...(await original(...given)), isLastPage: true })',
      },
    ],
  },
  'found without an owner check': {
    takesAway: 'What is read back counts as ours only if it has our owner and exactly our content.',
    edits: [
      {
        file: judge,
        find: 'tries.find((one) => only.ownerId === one.ownerId && isOurs(only, one))',
        replace: 'tries.find((one) => isOurs(only, one))',
      },
    ],
  },
  'no fencing': {
    takesAway: 'A worker that stood still changes nothing.',
    edits: [
      {
        file: dynamoInbox,
        find: "'#epoch = :epoch AND #status = :status AND #format <= :format'",
        replace: "'#format <= :format OR (#epoch = :epoch AND #status = :status)'",
      },
      {
        file: dynamoRecords,
        find: "'#lock.#event = :event AND #lock.#epoch = :epoch AND #version = :version AND #format <= :format'",
        replace: "'#format <= :format OR (#lock.#event = :event AND #lock.#epoch = :epoch AND #version = :version)'",
      },
    ],
  },
  'open writes of others not settled first': {
    takesAway: 'Whoever locks an item settles first what was sent for it.',
    edits: [
      {
        file: returnKind,
        function: 'returnReadBack',
        becomes: '(...given) => ({ ...original(...given), isExclusive: false })',
      },
      // A second submit would be held for what it resembles.
      {
        file: planRequest,
        function: 'counts',
        becomes: "async (record, workflow) => record.state !== 'sent' && (await original(record, workflow))",
      },
    ],
  },
  '`missing` without settling': {
    takesAway: neverBlindly,
    edits: [{ file: writeOnce, function: 'untilSettled', becomes: '() => undefined' }],
  },
  'sendBefore not checked': {
    takesAway: 'A request is sent only before its `sendBefore`, which never passes the lease of the claim.',
    edits: [
      {
        file: 'lib/back-office/http/transport.ts',
        find: 'if (request.sendBefore !== undefined && startedAt >= request.sendBefore)',
        replace: 'if (startedAt < 0)',
      },
    ],
  },
  'settling time zero': {
    takesAway: neverBlindly,
    edits: [
      { file: timing, function: 'timingAt', becomes: '(...given) => ({ ...original(...given), settlingMs: 0 })' },
    ],
  },
  'settling without the timeout of the request': {
    takesAway: neverBlindly,
    edits: [
      {
        file: timing,
        function: 'settledAt',
        becomes: '(last, times) => original(last, { ...times, requestTimeoutMs: 0 })',
      },
    ],
  },
  'login tries counted after the answer': {
    takesAway: neverLocked,
    edits: [
      { file: loginState, function: 'loginBegun', becomes: '(item, lease) => ({ ...item, lease })' },
      ...['loginRefused', 'loginUnknown', 'loginNotMade'].map((name) => ({
        file: loginState,
        function: name,
        becomes: '(item, options) => original({ ...item, attempts: item.attempts + 1 }, options)',
      })),
    ],
  },
  'no breaker': {
    takesAway: neverLocked,
    edits: [
      {
        file: decideLogin,
        function: 'decideLogin',
        becomes: '(item, options) => original({ ...item, attempts: 0, refused: [] }, options)',
      },
    ],
  },
  'no login lease': {
    takesAway: neverLocked,
    edits: [
      {
        file: 'lib/back-office/session/login.ts',
        find: 'if (!(await shared.replace(item, state.loginBegun(item, lease)))) return undefined',
        replace: 'await shared.replace(item, state.loginBegun(item, lease))',
      },
      { file: decideLogin, function: 'isLeased', becomes: '() => false' },
      {
        file: decideLogin,
        function: 'decideLogin',
        becomes: '(item, options) => original({ ...item, lease: undefined }, options)',
      },
    ],
  },
  'a key of the event instead of the fact': {
    takesAway: oneWrite,
    edits: [
      {
        file: 'lib/workflow/translate/translate-event.ts',
        find: 'fullKey(event.source, command.key)',
        replace: 'fullKey(event.id, command.key)',
      },
    ],
  },
  'no fingerprint': {
    takesAway: 'A second submit under another key is held.',
    edits: [{ file: planRequest, function: 'duplicateOf', becomes: 'async () => undefined' }],
  },
  'no `fact#` item': {
    takesAway: 'A fact stays with the order for which something was written first.',
    edits: [
      { file: 'lib/workflow/kinds/create-return.ts', function: 'placedElsewhere', becomes: 'async () => undefined' },
    ],
  },
  'stream as the only wake-up': {
    takesAway: 'The stream is only a hint, and the schedule alone finishes all work.',
    edits: [
      {
        file: 'lib/workflow/wake/process-due.ts',
        function: 'dueOneByOne',
        becomes: '() => ({ oldest: () => undefined, take: async () => undefined, tried() {}, stop() {} })',
      },
    ],
  },
  'a burst as large as the limit': {
    takesAway: neverMoreCalls,
    edits: [
      { file: budget, function: 'burstOf', becomes: '(_, limit) => limit' },
      {
        file: budget,
        function: 'costMs',
        becomes: '(limits, name) => Math.ceil(minuteMs / (limits[perMinute[name]] ?? Number.POSITIVE_INFINITY))',
      },
    ],
  },
  'a call that missed its turn is sent': {
    takesAway: neverMoreCalls,
    edits: [{ file: 'lib/back-office/pace/slots.ts', function: 'leftOf', becomes: '(slots) => slots' }],
  },
  'comments not looked for': {
    takesAway: oneWrite,
    edits: [
      {
        file: 'lib/workflow/kinds/comment-kind.ts',
        function: 'findOurs',
        becomes: '() => undefined',
      },
    ],
  },
  'an audit that takes an open write for an orphan': {
    takesAway: auditIsRight,
    edits: [
      {
        file: 'lib/audit/judge.ts',
        function: 'judgeOwn',
        becomes: "(...given) => (original(...given) === 'known' ? 'known' : 'unknown')",
      },
    ],
  },
  'an audit that takes every return of our user for known': {
    takesAway: auditIsRight,
    edits: [{ file: 'lib/audit/judge.ts', function: 'judgeOwnReturn', becomes: 'async () => undefined' }],
  },
  'a time to live for what is held': {
    takesAway: 'Nothing that a person is asked about expires.',
    edits: [{ file: 'lib/inbox/transitions.ts', function: 'hasEnded', becomes: '(status) => !isOpen(status)' }],
  },
  'new orders not read back': {
    takesAway: oneWrite,
    edits: [
      {
        file: createOrder,
        function: 'orderReadBack',
        becomes: "(...given) => ({ ...original(...given), evidence: () => ({ kind: 'missing' }) })",
      },
      // The number is looked up before the first send alone, and nobody is asked before the next one.
      {
        file: createOrder,
        function: 'orderKind',
        becomes: `(...given) => {
          const kind = original(...given)
          const plan = (seen, records) => kind.plan(records[kind.key] ? { ...seen, listed: [] } : seen, records)
          return { ...kind, plan, repeats: 'by_itself' }
        }`,
      },
    ],
  },
  'images not read back': {
    takesAway: oneWrite,
    edits: [
      {
        file: publishImage,
        function: 'imageKind',
        becomes: `(...given) => {
          const kind = original(...given)
          const blind = { evidence: () => ({ kind: 'missing' }), plan: () => kind.plan({ isShown: false }) }
          return { ...kind, ...blind, repeats: 'by_itself' }
        }`,
      },
    ],
  },
  '`missing` that forgets its tries': {
    takesAway: 'What is missing keeps what recognises it, and is found when it shows up late.',
    edits: [
      {
        file: judgeRecords,
        find: "changes[key] = { ...record, state: 'missing' }",
        replace: "changes[key] = { ...record, tries: [], state: 'missing' }",
      },
    ],
  },
  'a repeat without its second look': {
    takesAway: 'A repeated write is looked at once more, late enough for its first try to have shown up.',
    edits: [
      {
        file: returnKind,
        function: 'returnReadBack',
        becomes: '(...given) => ({ ...original(...given), hasSecondLook: false })',
      },
      {
        file: createOrder,
        function: 'orderReadBack',
        becomes: '(...given) => ({ ...original(...given), hasSecondLook: false })',
      },
    ],
  },
  'no look for claims': {
    takesAway: oneParcel,
    edits: [{ file: whoHolds, function: 'whoHolds', becomes: '() => undefined' }],
  },
  'cancelled claims counted': {
    takesAway: 'A return that is cancelled takes no pieces of its order.',
    edits: [
      {
        file: 'lib/workflow/plan-return/left-to-return.ts',
        find: 'returns.filter((order) => !isCancelled(order.statusId, constants.statuses))',
        replace: 'returns.filter(() => !isCancelled(0, constants.statuses))',
      },
    ],
  },
  'pieces not counted': {
    takesAway: oneParcel,
    edits: [{ file: parcels, function: 'less', becomes: '(pieces) => pieces' }],
  },
  'parcels of a shop not told apart': {
    takesAway: oneReport,
    edits: [
      {
        file: parcels,
        function: 'shareOf',
        becomes: '(report, shared) => original({ ...report, parcel: undefined }, shared)',
      },
    ],
  },
  'a piece that a source reports again': {
    takesAway: oneReport,
    edits: [{ file: parcels, function: 'reportedPieces', becomes: '() => new Map()' }],
  },
  'an ended parcel not looked at': {
    takesAway: 'Nothing is made of what the shop has declined or cancelled.',
    edits: [
      {
        file: 'lib/workflow/parcels.ts',
        function: 'beforeMaking',
        becomes: 'async (...given) => void (await original(...given))',
      },
    ],
  },
  'a newer format that is a bug': {
    takesAway:
      'While two versions run side by side, an event whose items a newer one has written waits without an attempt.',
    edits: [
      {
        file: 'lib/workflow/retry-policy.ts',
        function: 'runEndOf',
        becomes: '(error, facts) => (error instanceof NewerFormat ? undefined : original(error, facts))',
      },
    ],
  },
  // The condition of a save was once the id of the write before it, which a late repeat of a lock could bring back.
  'the item of records without its version': {
    takesAway: 'A save that is repeated late changes nothing.',
    edits: [
      { file: dynamoRecords, find: "'#version = if_not_exists(#version, :zero) + :one'", replace: "'#version = :id'" },
      { file: dynamoRecords, find: "':zero': 0, ':one': 1,", replace: "':id': store.newId()," },
      { file: dynamoRecords, find: 'const next = version + 1', replace: 'const next = store.newId()' },
      { file: dynamoRecords, function: 'versionOf', becomes: '({ version }) => version' },
    ],
  },
} satisfies Record<string, Break>

export type BreakName = keyof typeof table
export const breaks: Readonly<Record<BreakName, Break>> = table
export const breakNames = Object.keys(breaks) as BreakName[]

/**
 * What proves a break. That a person is asked without need, or that the audit takes long under tiny limits, is a fault as well, but other
 * dice bring it about too easily. An edit that does not run, because a name has changed, takes nothing away.
 */
export const proofOf = (violations: readonly string[]): string | undefined =>
  violations.find((violation) => !/^(unjustified|slow|broken down)|\b(Reference|Type|Syntax)Error\b/.test(violation))
