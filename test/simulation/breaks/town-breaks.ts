/** Breaks of what only people, lateness at its limits, several facts, cancellations and lagging lists find. See breaks.ts. */
export const townBreaks = {
  // Older returns of our own user.
  'older returns not known': [
    {
      file: 'lib/workflow/kinds/return-kind.ts',
      find: 'recognise: { known: [...new Set([...listed.map(({ id }) => id), ...made])], lines, ownerId },',
      replace: 'recognise: { known: [...made], lines, ownerId },',
    },
  ],
  'claims of any age': [
    { file: 'lib/workflow/plan-return/parcels.ts', find: '<= windowMs', replace: '<= windowMs + now' },
  ],
  // Operators who discard, customers who submit again beside it.
  'a discarded event waits for nobody': [
    {
      file: 'lib/workflow/write-once/settle-records.ts',
      find: "for (const entry of inState('sent')) settle(entry)",
      replace: "for (const entry of inState('sent')) if (entry[0] === kind.key) settle(entry)",
    },
  ],
  // Lateness at its limits.
  'settling without the timeout of the request': [
    {
      file: 'lib/workflow/timing.ts',
      find: '): number => sendBefore + requestTimeoutMs + settlingMs',
      replace: '): number => sendBefore + settlingMs + 0 * requestTimeoutMs',
    },
  ],
  'calls that take no time to arrive': [
    {
      file: 'lib/back-office/pace/budget.ts',
      find: 'Math.ceil((minuteMs + lateMs[budget] + transitMs +',
      replace: 'Math.ceil((minuteMs + lateMs[budget] + 0 * transitMs +',
    },
  ],
  // Several facts of one event, and orders cancelled meanwhile.
  'the first refund of an update alone': [
    {
      file: 'lib/sources/woocommerce.ts',
      find: 'return (content.refunds ?? []).map((entry) => {',
      replace: 'return (content.refunds ?? []).slice(0, 1).map((entry) => {',
    },
  ],
  'a return of an order that is cancelled': [
    {
      file: 'lib/workflow/plan-return/plan-return.ts',
      find: 'if (parent.statusId === statuses.cancelled) {',
      replace: 'if (parent.statusId === statuses.cancelled + 100) {',
    },
  ],
  // Lists that lag.
  'own returns that no list shows not counted': [
    {
      file: 'lib/workflow/plan-return/left-to-return.ts',
      find: 'listed.has(id) ? [] : lines.map((line) => [id, line] as const)',
      replace: 'listed.has(id) || lines ? [] : []',
    },
  ],
  'an own order that no list shows not counted': [
    {
      file: 'lib/workflow/kinds/number-taken.ts',
      find: 'const [ours] = made.filter(({ id }) => !isCancelled(id))',
      replace: 'const [ours] = made.filter(({ id }) => listed.some((order) => order.id === id) && !isCancelled(id))',
    },
  ],
  // Judges that look behind a second layer.
  'a record that names too few lines': [
    {
      file: 'lib/workflow/kinds/return-kind.ts',
      find: 'const { body, returnLines: lines, fingerprint } = plan',
      replace: 'const { body, fingerprint } = plan; const lines = plan.returnLines.slice(0, 1)',
    },
  ],
  'an order that is missing sent again by itself': [
    {
      file: 'lib/workflow/write-once/write-once.ts',
      find: "if (kind.repeats === 'after_release' && !isReleased) return hold(work, item, { kind, facts })",
      replace: '',
    },
  ],
} as const
