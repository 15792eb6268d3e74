/** A text of a source and what stands there instead; blanks and line ends are all alike, so that a formatter may move them. */
export type Edit = { file: string; find: string; replace: string }

/**
 * Each mechanism of the design, taken away: the proof that the simulation would notice. The code knows nothing of them; they are
 * edits of its text, made while it is loaded (apply-break.ts), and one that does not fit any more is an error.
 */
export const breaks = {
  'no reading back': [
    {
      file: 'lib/workflow/judge-read-back.ts',
      find: 'if (related.length === 0) {',
      replace: "return { kind: 'absent' }\n if (related.length === 0) {",
    },
  ],
  'reading back only the first page': [
    { file: 'lib/back-office/resources/paging.ts', find: 'if (isLastPage) return', replace: 'return' },
  ],
  'adoption without an owner check': [
    { file: 'lib/workflow/judge-read-back.ts', find: '&& only.ownerId === ownerId', replace: '' },
  ],
  'no fencing': [
    {
      file: 'lib/inbox/memory-inbox.ts',
      find: 'if (event?.epoch !== previous.epoch || event.status !== previous.status) {',
      replace: 'if (!event) {',
    },
    {
      file: 'lib/state/memory-orders.ts',
      find: 'const mine = order.holder?.event === holder.event && order.holder.epoch === holder.epoch',
      replace: 'const mine = true',
    },
  ],
  'an order lock that ends by time with an open intent': [
    {
      file: 'lib/state/memory-orders.ts',
      find: 'if (intent && intent.event !== me.event) return false',
      replace: 'if (intent && intent.event !== me.event && holder && holder.leaseUntil >= now) return false',
    },
    {
      file: 'lib/state/memory-orders.ts',
      find: 'return mine && (!order.intent || order.intent.event === holder.event)',
      replace: 'return mine',
    },
    {
      file: 'lib/workflow/make-once.ts',
      find: 'if (intent) return',
      replace: 'if (intent?.event === work.event().id) return',
    },
  ],
  'a plan made anew at each attempt': [
    {
      file: 'lib/workflow/settle-intent.ts',
      find: 'const frozen = frozenReturn(work, index)',
      replace: `const { planReturn } = await import('./plan-return.ts')
        const { everything } = await import('./find-order.ts')
        const { lines: _, body: __, ...old } = frozenReturn(work, index)
        const anew = planReturn(work.event().commands[index], {
          parent: await work.backOffice.orders.read(old.orderId, { with: everything }),
          returns: (await work.backOffice.returns.ofOrder({ id: old.orderId, orderReferences: null })).entries,
          remembered: memory.returns, ownerId: await work.backOffice.user.id(), reasons: work.workflow.reasons,
          constants: work.workflow.constants, waived: [],
        })
        if ('ending' in anew) return endWith(anew.ending)
        const frozen = { ...old, body: anew.body, lines: anew.returnLines }`,
    },
  ],
  'sendBefore not checked': [
    {
      file: 'lib/back-office/http/transport.ts',
      find: 'if (request.sendBefore !== undefined && startedAt >= request.sendBefore) {',
      replace: 'if (startedAt < 0) {',
    },
  ],
  'settling time zero': [
    { file: 'lib/workflow/timing.ts', find: 'settlingMs: Math.max(second, minute / scale)', replace: 'settlingMs: 0' },
  ],
  'login tries counted after the answer': [
    { file: 'lib/back-office/session/login-state.ts', find: 'lease, attempts: item.attempts + 1,', replace: 'lease,' },
    {
      file: 'lib/back-office/session/login-state.ts',
      find: 'refused: [...new Set([...item.refused, options.version])],',
      replace: 'attempts: item.attempts + 1, refused: [...new Set([...item.refused, options.version])],',
    },
    {
      file: 'lib/back-office/session/login-state.ts',
      find: 'notBefore: options.now + (unknownWaitsMs',
      replace: 'attempts: item.attempts + 1, notBefore: options.now + (unknownWaitsMs',
    },
    {
      file: 'lib/back-office/session/login-state.ts',
      find: 'attempts: item.lease?.owner === options.owner ? Math.max(0, item.attempts - 1) : item.attempts,',
      replace: '',
    },
  ],
  'no breaker': [
    {
      file: 'lib/back-office/session/decide-login.ts',
      find: "if (attempts >= maxAttempts) return { kind: 'used-up' }",
      replace: '',
    },
    {
      file: 'lib/back-office/session/decide-login.ts',
      find: "if (refused.includes(version)) return { kind: 'refused' }",
      replace: '',
    },
  ],
  'no wish': [
    {
      file: 'lib/workflow/claim-wish.ts',
      find: 'if (!owner || (owner.event === event.id && owner.command === index)) return undefined',
      replace: 'return undefined',
    },
  ],
  'no fingerprint': [
    {
      file: 'lib/workflow/plan-unless-duplicate.ts',
      find: 'const earlier = memory.fingerprints[fingerprint]',
      replace: 'const earlier = undefined',
    },
  ],
  'stream as the only wake-up': [
    {
      file: 'lib/inbox/memory-inbox.ts',
      find: 'due: async ({ now, limit }) => dueAmong(stored, now).slice(0, limit)',
      replace: 'due: async ({ now }) => dueAmong(stored, now).slice(0, 0)',
    },
  ],
  'a burst as large as the limit': [
    { file: 'lib/back-office/pace/budget.ts', find: 'Math.min(burst[budget], limit)', replace: 'limit' },
    {
      file: 'lib/back-office/pace/budget.ts',
      find: 'Math.ceil((minuteMs + lateMs[budget] + transitMs) / (limit - burstOf(budget, limit) + 1))',
      replace: 'Math.ceil(minuteMs / limit)',
    },
  ],
  'a call that missed its turn is sent': [
    {
      file: 'lib/back-office/pace/slots.ts',
      find: 'if (calls === 0 || at <= lastMoment(slots, budget)) return slots',
      replace: 'if (at >= 0) return slots',
    },
  ],
  'comments not looked for': [
    {
      file: 'lib/workflow/write-comment.ts',
      find: 'if (await adopt(work, index, comment, command)) return proceed',
      replace: '',
    },
  ],
  'an audit that takes an open write for an orphan': [
    {
      file: 'lib/audit/judge.ts',
      find: "return records.some(isOpenWrite) ? 'unsettled' : 'unknown'",
      replace: "return 'unknown'",
    },
  ],
  'an audit that takes every return of our user for known': [
    {
      file: 'lib/audit/judge-own-return.ts',
      find: "if (before === 'unknown') return unknownReturn(returnId, parents)",
      replace: "if (before === 'unknown') return undefined",
    },
  ],
  'an audit that leaves open what discarded events have sent': [
    {
      file: 'lib/audit/compare-event.ts',
      find: "if (event.status !== 'discarded') return []",
      replace: 'if (auditor) return []',
    },
  ],
  'an audit that looks for no comments': [
    { file: 'lib/audit/judge.ts', find: 'if (listed?.some(isThere)) return undefined', replace: 'return undefined' },
  ],
  'a clock for what is held': [
    {
      file: 'lib/inbox/transitions.ts',
      find: "const hasEnded = (status: EventStatus): boolean => status !== 'held' && !isOpen(status)",
      replace: 'const hasEnded = (status: EventStatus): boolean => !isOpen(status)',
    },
  ],
  'new orders not read back': [
    {
      file: 'lib/workflow/settle-order.ts',
      find: 'const verdict = judgeNewOrder({ ...evidence, body: frozen.body })',
      replace: "const verdict = { kind: 'absent' }",
    },
    {
      file: 'lib/workflow/settle-order.ts',
      find: 'const isReleased = isReleasedAsAbsent(work, toldAbsent)',
      replace: 'const isReleased = true',
    },
  ],
  'an external number that is not looked up first': [
    { file: 'lib/workflow/create-order.ts', find: 'if (twin) return endWith(twin)', replace: '' },
  ],
  'images not read back': [
    {
      file: 'lib/workflow/publish-image.ts',
      find: 'if (await isVisible(work, command)) { await recordPublished(',
      replace: 'if (!command) { await recordPublished(',
    },
    {
      file: 'lib/workflow/publish-image.ts',
      find: 'const isReleased = isReleasedAsAbsent(work, toldAbsent)',
      replace: 'const isReleased = true',
    },
  ],
  'images not looked at': [
    {
      file: 'lib/workflow/publish-image.ts',
      find: 'return (image?.availabilities ?? []).some(',
      replace: 'return [{ ...body }].some(',
    },
  ],
  'no login lease': [
    {
      file: 'lib/back-office/session/login.ts',
      find: 'if (!(await shared.replace(item, state.loginBegun(item, lease)))) return undefined',
      replace: 'await shared.replace(item, state.loginBegun(item, lease))',
    },
    {
      file: 'lib/back-office/session/session.ts',
      find: 'if (isLeased(item, now())) {',
      replace: 'if (false) {',
    },
    {
      file: 'lib/back-office/session/decide-login.ts',
      find: "if (lease && isAhead(lease.until, now)) return { kind: 'leased', until: lease.until }",
      replace: '',
    },
  ],
} as const satisfies Record<string, readonly Edit[]>

export type BreakName = keyof typeof breaks
export const breakNames = Object.keys(breaks) as BreakName[]

/** The source after an edit. Throws where its text is not there, or there twice. */
export function edited(source: string, { file, find, replace }: Edit): string {
  const pattern = new RegExp(find.split(/\s+/).map(escaped).join('\\s*'), 'g')
  const found = [...source.matchAll(pattern)]
  if (found.length !== 1) throw new Error(`${file} holds ${found.length} times what a break replaces: ${find}`)
  return source.replace(pattern, () => replace)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What proves a break. That a person is asked without need is a fault as well, but other dice bring it about too easily. */
export const proofOf = (violations: readonly string[]): string | undefined =>
  violations.find((violation) => !violation.startsWith('unjustified'))
