import type { Edit } from './edit.ts'
import { lateSendBefore, maskedBreaks } from './pairs.ts'
import { townBreaks } from './town-breaks.ts'
import { wideBreaks } from './wide-breaks.ts'

/**
 * Each mechanism of the design, taken away: the proof that the simulation would notice. The code knows nothing of them; they are
 * edits of its text, made while it is loaded (apply-break.ts), and one that does not fit any more is an error.
 */
export const breaks = {
  'no reading back': [
    {
      file: 'lib/workflow/write-once/judge.ts',
      find: 'if (related.length === 0) {',
      replace: `return { kind: 'missing' }
 if (related.length === 0) {`,
    },
    // The repeat would be linked to what the first try has made.
    {
      file: 'lib/workflow/plan-return/parcels.ts',
      find: 'const found = claims.flatMap(',
      replace: 'const found = claims.slice(claims.length).flatMap(',
    },
  ],
  'reading back only the first page': [
    { file: 'lib/back-office/resources/paging.ts', find: 'if (isLastPage) return', replace: 'return' },
  ],
  'found without an owner check': [
    {
      file: 'lib/workflow/write-once/judge.ts',
      find: 'tries.find((one) => only.ownerId === one.ownerId && isOurs(only, one))',
      replace: 'tries.find((one) => isOurs(only, one))',
    },
  ],
  'no fencing': [
    {
      file: 'test/memory/memory-inbox.ts',
      find: 'if (event?.epoch !== previous.epoch || event.status !== previous.status) {',
      replace: 'if (!event) {',
    },
    {
      file: 'test/memory/memory-records.ts',
      find: 'return stored?.lock?.event === lock.event && stored.lock.epoch === lock.epoch ? stored : undefined',
      replace: 'return stored',
    },
  ],
  'open writes of others not settled first': [
    ...maskedBreaks['returns that are sent are settled by their own event alone'],
    // A second submit would be held for what it resembles.
    ...maskedBreaks['a second submit beside one that is sent'],
  ],
  '`missing` without settling': [
    {
      file: 'lib/workflow/write-once/write-once.ts',
      find: 'if (now() >= settled) return undefined',
      replace: 'if (now() >= 0) return undefined',
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
  'a key of the event instead of the fact': [
    {
      file: 'lib/workflow/translate-event.ts',
      find: 'fullKey(event.source, command.key)',
      replace: 'fullKey(event.id, command.key)',
    },
  ],
  'no fingerprint': [
    {
      file: 'lib/workflow/plan-return/plan-request.ts',
      find: "record.kind !== 'return' || record.fingerprint !== fingerprint",
      replace: "record.kind !== 'return' || fingerprint",
    },
  ],
  'stream as the only wake-up': [
    {
      file: 'test/memory/memory-inbox.ts',
      find: 'due: async ({ now, after, limit }) => dueAmong(stored, now).filter(behind(after)).slice(0, limit)',
      replace: 'due: async ({ now, after }) => dueAmong(stored, now).filter(behind(after)).slice(0, 0)',
    },
  ],
  'a burst as large as the limit': [
    { file: 'lib/back-office/pace/budget.ts', find: 'Math.min(burst[budget], limit)', replace: 'limit' },
    {
      file: 'lib/back-office/pace/budget.ts',
      find: 'Math.ceil((minuteMs + lateMs[budget] + transitMs + maxSkewMs) / (limit - burstOf(budget, limit) + 1))',
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
      file: 'lib/workflow/kinds/comment-kind.ts',
      find: "return ours ? { kind: 'found', id: ours.id } : { kind: 'missing' }",
      replace: "return ours && key === '' ? { kind: 'found', id: ours.id } : { kind: 'missing' }",
    },
  ],
  'an audit that takes an open write for an orphan': [
    {
      file: 'lib/audit/judge.ts',
      find: "return records.some(isOpenWrite) ? 'unsettled' : 'unknown'",
      replace: "return records.some(isOpenWrite) ? 'unknown' : 'unknown'",
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
    {
      file: 'lib/audit/judge.ts',
      find: 'if (carriers.flat().length > 0 || ',
      replace: 'if (carriers || ',
    },
  ],
  'a time to live for what is held': [
    {
      file: 'lib/inbox/transitions.ts',
      find: "const hasEnded = (status: EventStatus): boolean => status !== 'held' && !isOpen(status)",
      replace: 'const hasEnded = (status: EventStatus): boolean => !isOpen(status)',
    },
  ],
  'new orders not read back': [
    {
      file: 'lib/workflow/kinds/create-order.ts',
      find: 'evidence: (seen, record, taken) => judge(record, seen, { taken, ...question }),',
      replace: "evidence: () => ({ kind: 'missing' }),",
    },
    // The number is looked up before the first send alone.
    {
      file: 'lib/workflow/kinds/create-order.ts',
      find: 'if (taken && !isReleased(work, taken)) return taken',
      replace: 'if (taken && !records[key]) return taken',
    },
    {
      file: 'lib/workflow/write-once/write-once.ts',
      find: "if (kind.repeats === 'after_release' && !isReleased) return hold(work, item, { kind, facts })",
      replace: '',
    },
  ],
  'an external number that is not looked up first': [
    {
      file: 'lib/workflow/kinds/create-order.ts',
      find: 'if (taken && !isReleased(work, taken)) return taken',
      replace: '',
    },
  ],
  'images not read back': [
    {
      file: 'lib/workflow/kinds/publish-image.ts',
      find: "evidence: (seen) => (seen.isShown ? { kind: 'found', id: shown.imageId } : { kind: 'missing' }),",
      replace: "evidence: () => ({ kind: 'missing' }),",
    },
    {
      file: 'lib/workflow/kinds/publish-image.ts',
      find: `seen.isShown
        ? 'there_already'`,
      replace: `!work
        ? 'there_already'`,
    },
    {
      file: 'lib/workflow/write-once/write-once.ts',
      find: "if (kind.repeats === 'after_release' && !isReleased) return hold(work, item, { kind, facts })",
      replace: '',
    },
  ],
  'images not looked at': [
    {
      file: 'lib/workflow/kinds/publish-image.ts',
      find: 'return (image?.availabilities ?? []).some(',
      replace: 'return [way].some(() => true) || [].some(',
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
  'no `fact#` item': [
    {
      file: 'lib/workflow/kinds/place-of-fact.ts',
      find: 'await workflow.records.place(key, item.id',
      replace: 'await workflow.records.place(key + workflow.now(), item.id',
    },
    {
      file: 'lib/workflow/find-order/find-order.ts',
      find: 'const item = await records.placeOf(key)',
      replace: 'const item = undefined',
    },
  ],
  '`missing` that forgets its tries': [
    {
      file: 'lib/workflow/write-once/settle-records.ts',
      find: "changes[key] = { ...record, state: 'missing' }",
      replace: "changes[key] = { ...record, tries: [], state: 'missing' }",
    },
  ],
  'a repeat without its second look': [
    {
      file: 'lib/workflow/write-once/send.ts',
      find: 'const isRepeated = kind.hasSecondLook && record.tries.length > 1',
      replace: 'const isRepeated = false',
    },
  ],
  '`sendBefore` beyond the lease': [
    lateSendBefore,
    // The function's own deadline holds it as well.
    ...maskedBreaks['a send beyond the deadline'],
  ],
  "a comment found by another fact's marker": [
    {
      file: 'lib/workflow/kinds/comment-kind.ts',
      find: 'text.startsWith(marker) && !namesOther(text, returnId)',
      replace: 'text.startsWith(marker.slice(0, 8))',
    },
  ],
  'no look for claims': [
    {
      file: 'lib/workflow/plan-return/parcels.ts',
      find: 'const found = claims.flatMap(',
      replace: 'const found = claims.slice(claims.length).flatMap(',
    },
  ],
  'the kind of a report ignored': [
    {
      file: 'lib/workflow/plan-return/parcels.ts',
      find: '.filter((record) => record.tells === tells)',
      replace: '.filter(() => true)',
    },
  ],
  'cancelled claims counted': [
    {
      file: 'lib/workflow/plan-return/left-to-return.ts',
      find: 'returns.filter((order) => order.statusId !== constants.statuses.cancelled)',
      replace: 'returns.filter(() => constants.statuses.cancelled > 0)',
    },
  ],
  'pieces not counted': [
    {
      file: 'lib/workflow/plan-return/parcels.ts',
      find: 'unreported: less(pieces, reported.get(returnId) ?? none)',
      replace: 'unreported: less(pieces, none)',
    },
  ],
  'keys by place': [
    {
      file: 'lib/workflow/translate-event.ts',
      find: 'commands.map((command) => {\n    const content = contentHash(command).slice(0, 32)',
      replace: 'commands.map((command, index) => {\n    const content = String(index)',
    },
  ],
  'a free call that asks for its slot again': [
    {
      file: 'lib/back-office/pace/spending.ts',
      find: 'if (isFree[budget]) return false',
      replace: 'if (isFree[budget]) continue',
    },
  ],
  'a refusal that is sent again': [
    { file: 'lib/workflow/retry-policy.ts', find: 'new Set([403, 404])', replace: 'new Set([403, 404, 422])' },
  ],
  'a session that cannot be read taken for none': [
    {
      file: 'lib/back-office/session/store.ts',
      find: '(await store.read()) ?? emptyItem',
      replace: '(await store.read().catch(() => undefined)) ?? emptyItem',
    },
  ],
  'a claim before its time': [
    {
      file: 'lib/inbox/transitions.ts',
      find: "if (status === 'waiting') return wakeAt !== undefined && wakeAt <= now",
      replace: "if (status === 'waiting') return wakeAt !== undefined",
    },
  ],
  'a refusal that others need not obey': [
    {
      file: 'lib/back-office/pace/pace.ts',
      find: 'if (!isDeepStrictEqual(before, after)) shared.remember(seen)',
      replace: 'if (!seen.closed && !isDeepStrictEqual(before, after)) shared.remember(seen)',
    },
  ],
  'an order that is read twice': [
    { file: 'lib/workflow/find-order/find-order.ts', find: 'work.parents.set(order.id, order)', replace: '' },
  ],
  'a login beside a token that serves': [
    {
      file: 'lib/back-office/session/session.ts',
      find: 'if (stored && stored.id !== serving?.id) {',
      replace: 'if (stored && stored.id === serving?.id) {',
    },
  ],
  'a place that is looked up anew': [
    {
      file: 'lib/workflow/find-order/find-order.ts',
      find: 'if (before !== undefined) return found(work, key, before)',
      replace: '',
    },
  ],
  'a newer format that is a bug': [
    {
      file: 'lib/workflow/retry-policy.ts',
      find: "if (error instanceof NewerFormat) return deferred(facts, nextDeferral(facts), { code: 'newer_version' })",
      replace: '',
    },
  ],
  'a schedule that never stops reading': [
    { file: 'lib/workflow/process-due.ts', find: 'if (!after) isWorthReading = false', replace: '' },
  ],
  ...townBreaks,
  ...wideBreaks,
} as const satisfies Record<string, readonly Edit[]>

export type BreakName = keyof typeof breaks
export const breakNames = Object.keys(breaks) as BreakName[]

/**
 * What proves a break. That a person is asked without need, or that the audit takes long under tiny limits, is a fault as well, but other
 * dice bring it about too easily.
 */
export const proofOf = (violations: readonly string[]): string | undefined =>
  violations.find((violation) => !/^(unjustified|slow)/.test(violation))
