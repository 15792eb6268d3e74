import { type ItemKind, itemTypes, type LeftOutKind } from '../../lib/back-office/constants.ts'
import type { NewEntry } from '../../lib/inbox/event.ts'
import type { MappingProblem, PayloadProblem, Problem, TopicProblem } from '../../lib/problems.ts'
import type { Finding, Reason, Unclear, Unread, Wait } from '../../lib/reasons.ts'
import { type OfCode, type Sentences, say } from '../../lib/sentences/sentences.ts'
import type { Checked, Next, NotAsked, RecordFact, Seen, ToDo } from '../../lib/sentences/why-facts.ts'
import type { WriteKind } from '../../lib/state/write-record.ts'
import type { LineAsked, LineTaken, LineWhy } from '../../lib/workflow/plan-return/line-why.ts'

/** At least one example of each code: a new code does not compile without one. */
type Examples<Union extends { code: string }> = { [Code in Union['code']]: readonly OfCode<Union, Code>[] }
export const kinds: readonly WriteKind[] = ['return', 'comment', 'order', 'image']
const of = <Facts extends object>(facts: Facts) =>
  kinds.flatMap((kind) => [
    { ...facts, kind },
    { ...facts, kind, id: 7, orderId: 10_001 },
  ])

/** What somebody may have typed; it must be in no sentence. */
export const typed = 'anna@example.com'
const line = { orderId: 10_001, line: 2, orderItemIds: [30_001, 30_002] }
const key = 'standard/d1'
const refused = { code: 'rejected', words: 'the id is wrong' } as const
const unclear: { [What in Unclear['what']]: readonly Extract<Unclear, { what: What }>[] } = {
  list_incomplete: kinds.map((kind) => ({ what: 'list_incomplete', kind, orderId: 10_001, ids: [1, 2] })),
  list_mixed: [{ what: 'list_mixed', kind: 'return', orderId: 10_001, ids: [] }],
  similar: [
    { what: 'similar', kind: 'order', ids: [1, 2] },
    { what: 'similar', kind: 'comment', orderId: 10_001, ids: [] },
  ],
  missing: [
    { what: 'missing', kind: 'order', tries: 1, ids: [] },
    { what: 'missing', kind: 'image', tries: 2, ids: [] },
  ],
  twice: [
    { what: 'twice', kind: 'return', orderId: 10_001, ids: [1, 2] },
    { what: 'twice', kind: 'order', ids: [1, 2] },
  ],
  cannot_continue: [
    { what: 'cannot_continue', because: 'attempts_used_up', ids: [] },
    { what: 'cannot_continue', because: 'command_gone', ids: [7] },
    { what: 'cannot_continue', because: 'mapping', ids: [] },
  ],
}

export const waits: Examples<Wait> = {
  settling: kinds.map((kind) => ({ code: 'settling', kind })),
  second_look: kinds.map((kind) => ({ code: 'second_look', kind })),
  busy: [
    { code: 'busy', item: 'order#10001' },
    ...['number', 'image', 'comment'].map((item) => ({ code: 'busy' as const, item: `${item}#${typed}` })),
  ],
  order_not_there_yet: [{ code: 'order_not_there_yet' }],
  announcement_not_there_yet: [{ code: 'announcement_not_there_yet' }],
  login_closed: [{ code: 'login_closed' }],
  paused: [{ code: 'paused' }, { code: 'paused', source: 'shop' }],
  limit_used_up: [
    { code: 'limit_used_up', budget: 'reads' },
    { code: 'limit_used_up', budget: 'writes', limit: 40, others: 3 },
    { code: 'limit_used_up', budget: 'readsPerDay', limit: 166_000, used: 166_000, others: 100_000 },
    { code: 'limit_used_up', budget: 'writesPerDay', limit: 48_000, used: 47_999 },
  ],
  form_share_used_up: [
    { code: 'form_share_used_up', budget: 'writesPerDay', limit: 17_280, used: 9_000, others: 0 },
    { code: 'form_share_used_up', budget: 'readsPerDay' },
  ],
  rate_limited: [
    { code: 'rate_limited', budget: 'reads' },
    { code: 'rate_limited', budget: 'writesPerDay', limit: 48_000, used: 40_000, others: 8_000 },
  ],
  too_many_sessions: [{ code: 'too_many_sessions' }],
  newer_version: [{ code: 'newer_version' }],
  clock_in_doubt: [{ code: 'clock_in_doubt' }],
  pace: [{ code: 'pace', cause: 'The limits of the back office are used up' }],
  not_ready: [{ code: 'not_ready', cause: '[GET] /rest/orders met the rate limit (429)' }],
  time_over: [{ code: 'time_over' }],
  broken_off: [{ code: 'broken_off', error: 'TimeoutError' }],
  not_saved: [{ code: 'not_saved', error: 'TimeoutError' }],
  ended_silently: [{ code: 'ended_silently', attempts: 3 }],
  owner_unknown: [{ code: 'owner_unknown', cause: 'The id of the API user cannot be read: set backOffice.ownerId' }],
  owner_refused: [{ code: 'owner_refused', cause: 'The id of the API user cannot be read: set backOffice.ownerId' }],
  cause: [
    { code: 'cause', cause: '[GET] /rest/orders answered 500' },
    { code: 'cause', cause: 'All calls pause.' },
  ],
}

type ProblemExamples<Union extends Problem> = {
  [Name in Union['problem']]: readonly Extract<Union, { problem: Name }>[]
}
const ownWords = [{ problem: 'own_words', words: 'the field `item` is empty' }] as const
const payloadProblems: ProblemExamples<PayloadProblem> = {
  unexpected_body: (['json', 'object', 'multipart', 'object_or_form'] as const).map((expected) => ({
    problem: 'unexpected_body',
    expected,
  })),
  too_deep: [{ problem: 'too_deep' }],
  unreadable: [['id'], ['id', 'order'], ['id', 'order', 'lines'], []].map((fields) => ({
    problem: 'unreadable',
    fields,
  })),
  not_of_topic: [{ problem: 'not_of_topic', topic: 'orders/cancelled', field: 'cancelled_at' }],
  invalid_fields: [{ problem: 'invalid_fields', of: 'return', fields: ['lines', 'note'] }],
  own_words: ownWords,
}
const mappingProblems: ProblemExamples<MappingProblem> = {
  invalid_fields: (['return', 'comment', 'translate', 'operator'] as const).map((of) => ({
    problem: 'invalid_fields',
    of,
    fields: ['0.lines'],
  })),
  answer_invalid: (['email', 'order_number', 'quantity'] as const).map((expected) => ({
    problem: 'answer_invalid',
    field: 'quantity_2',
    expected,
  })),
  answer_unreadable: [{ problem: 'answer_unreadable', field: 'sku_2' }],
  answer_unnamed: [{ problem: 'answer_unnamed', field: 'quantity_2' }],
  answer_missing: (['order_or_note', 'order_or_email', 'sku'] as const).map((missing) => ({
    problem: 'answer_missing',
    missing,
  })),
  no_pieces: [{ problem: 'no_pieces' }],
  more_than_all: [
    { problem: 'more_than_all', field: 'sku_2' },
    { problem: 'more_than_all', field: 'sku', quantity: 'quantity' },
  ],
  new_order_type: [{ problem: 'new_order_type', salesOrder: 1 }],
  new_order_number: [{ problem: 'new_order_number', property: 7, longest: 200 }],
  new_order_twice: [{ problem: 'new_order_twice', property: 7 }],
  none_of: [{ problem: 'none_of', fields: ['line_item.sku', 'line_item.name'] }],
  function_failed: (['skip', 'translate'] as const).flatMap((name) =>
    (['threw', 'async'] as const).map((what) => ({ problem: 'function_failed', source: 'shop', function: name, what })),
  ),
  own_words: ownWords,
}
const topicProblems: ProblemExamples<TopicProblem> = {
  topic_unknown: [{ problem: 'topic_unknown', topic: 'order.paid' }, { problem: 'topic_unknown' }],
  topic_not_on: [{ problem: 'topic_not_on', topic: 'orders/edited' }],
  not_reported: (['refund', 'cancellation'] as const).map((what) => ({ problem: 'not_reported', what })),
  field_missing: [{ problem: 'field_missing', field: 'processed_quantity' }],
  crm_events: [{ problem: 'crm_events' }],
  skipped: [{ problem: 'skipped' }],
  no_command: [{ problem: 'no_command' }],
  own_words: ownWords,
}
export const problems: readonly Problem[] = [payloadProblems, mappingProblems, topicProblems].flatMap((examples) =>
  Object.values<readonly Problem[]>(examples).flat(),
)

export const reasons: Examples<Reason> = {
  payload_invalid: Object.values(payloadProblems)
    .flat()
    .map((problem) => ({ code: 'payload_invalid', ...problem })),
  mapping: Object.values(mappingProblems)
    .flat()
    .map((problem) => ({ code: 'mapping', ...problem })),
  order_unknown: (['id', 'email', 'number'] as const).flatMap((by) =>
    (['return', 'comment'] as const).map((wanted) => ({ code: 'order_unknown', by, orderId: 5, wanted })),
  ),
  not_a_sales_order: [{ code: 'not_a_sales_order', orderId: 5, typeId: 3, salesOrder: 1 }],
  order_cancelled: [{ code: 'order_cancelled', orderId: 5, statusId: 8 }],
  line_unknown: [
    { code: 'line_unknown', ...line, name: { by: 'sku' } },
    { code: 'line_unknown', ...line, name: { by: 'name' }, orderItemIds: [] },
    { code: 'line_unknown', ...line, name: { by: 'orderItemId', id: 30_001 } },
    { code: 'line_unknown', ...line, name: { by: 'itemVariationId', id: 1_101 } },
  ],
  nothing_to_return: (['no_line', 'nothing_asked_for', 'nothing_left'] as const).map((what) => ({
    code: 'nothing_to_return',
    orderId: 5,
    what,
  })),
  rejected: [
    refused,
    { ...refused, several: { count: 1, of: 3, failed: [{ position: 2, key: typed, because: refused }] } },
    { ...refused, several: { count: 12, of: 20, failed: [{ position: 1, key, because: refused }] } },
  ],
  attempts_used_up: [
    { code: 'attempts_used_up', attempts: 10 },
    { code: 'attempts_used_up', attempts: 10, cause: { code: 'cause', cause: 'no answer came' } },
  ],
  possible_duplicate: [
    { code: 'possible_duplicate', key, what: 'same_lines', orderId: 5, by: 'standard/d0' },
    { code: 'possible_duplicate', key, what: 'number_taken', ids: [5], by: 'standard/d0' },
    { code: 'possible_duplicate', key, what: 'number_taken', ids: [5] },
    { code: 'possible_duplicate', key, what: 'number_cancelled', ids: [5], by: 'standard/d0' },
  ],
  same_parcel: (['covered', 'several', 'part', 'gone'] as const).map((what) => ({
    ...{ code: 'same_parcel', key, orderId: 5, what },
    ids: what === 'several' ? [7, 8] : [7],
  })),
  too_many: [
    { code: 'too_many', key, ...line, name: { by: 'sku' }, quantity: 3, left: 1 },
    { code: 'too_many', key, ...line, name: { by: 'name' }, quantity: 1, left: 0.5 },
  ],
  order_ambiguous: (
    ['unlabelled', 'label', 'shared_label', 'shared_number', 'unproven', 'several', 'too_many', 'split'] as const
  ).flatMap((what) =>
    (['return', 'comment'] as const).map((wanted) => ({
      code: 'order_ambiguous',
      key,
      what,
      ids: what === 'unlabelled' ? [5] : Array.from({ length: 30 }, (_, id) => id + 1),
      wanted,
      ...(what === 'split' && { split: [{ orderId: 1, lines: [1, 2] }, { orderId: 2, lines: [] }, { orderId: 3 }] }),
    })),
  ),
  not_shipped: [{ code: 'not_shipped', key, orderId: 10_001, statusId: 5, shippedFrom: 7 }],
  write_cap: [
    { code: 'write_cap', key, orderId: 5, most: 20 },
    { code: 'write_cap', key, orderId: 5, most: 1 },
  ],
  email_mismatch: [
    { code: 'email_mismatch', key, orderId: 5, named: true },
    { code: 'email_mismatch', key, orderId: 5, named: false },
  ],
  addresses_missing: [
    { code: 'addresses_missing', orderId: 5 },
    { code: 'addresses_missing', orderId: 5, relation: 1 },
    { code: 'addresses_missing', orderId: 5, relation: 'billing' },
  ],
  return_incomplete: [{ code: 'return_incomplete', returnId: 7, statusId: 9, wanted: 9.01 }],
  outcome_unclear: Object.values(unclear)
    .flat()
    .map((facts) => ({ code: 'outcome_unclear', key, ...facts })),
  deferred_too_long: [{ code: 'deferred_too_long' }],
  source_unknown: [{ code: 'source_unknown', source: 'shop' }],
  withdrawal_unplaced: [
    { code: 'withdrawal_unplaced', because: { code: 'order_unknown', by: 'number', wanted: 'comment' } },
    { code: 'withdrawal_unplaced', because: { code: 'rejected', words: 'the id is wrong' } },
    {
      code: 'withdrawal_unplaced',
      because: { ...refused, several: { count: 1, of: 2, failed: [{ position: 2, key, because: refused }] } },
    },
  ],
  invariant_broken: [
    { code: 'invariant_broken', invariant: 'sent_without_record', facts: {} },
    { code: 'invariant_broken', invariant: 'more_than_is_left', facts: { lineId: 30_001, quantity: 2, left: 1 } },
  ],
  topic_not_mapped: Object.values(topicProblems)
    .flat()
    .map((problem) => ({ code: 'topic_not_mapped', ...problem })),
  test_delivery: [{ code: 'test_delivery', sender: 'Shopify' }],
  already_done: [
    { code: 'already_done', by: 'standard/d0' },
    { code: 'already_done', by: 'standard/d0', orderId: 5 },
  ],
  order_not_named: [{ code: 'order_not_named' }],
  parcel_ended: [{ code: 'parcel_ended' }],
}

const until = Date.parse('2026-03-02T10:00:00Z')
const moves = [{}, { note: 'As agreed.' }, { bulk: 'outage of May' }, { by: 'Kim' }]
const ofWrite = <Code extends string>(code: Code) => of({ code })

export const histories: Examples<NewEntry> = {
  accepted: [{ code: 'accepted' }, { code: 'accepted', by: 'Kim' }],
  claimed: [{ code: 'claimed', attempt: 1 }],
  order_found: [{ code: 'order_found', orderId: 5 }],
  written: ofWrite('written'),
  found: ofWrite('found'),
  outcome_unknown: ofWrite('outcome_unknown'),
  missing: ofWrite('missing'),
  sent_again: ofWrite('sent_again'),
  refused: ofWrite('refused'),
  not_sent: ofWrite('not_sent'),
  second_look: ofWrite('second_look'),
  linked: [{ code: 'linked', returnId: 7 }],
  forgotten: [
    { code: 'forgotten', kind: 'return', id: 7 },
    { code: 'forgotten', kind: 'order', id: 7, note: 'Deleted by mistake.', by: 'Kim' },
  ],
  link_chosen: [
    { code: 'link_chosen', returnId: 7 },
    { code: 'link_chosen', returnId: 7, note: 'One parcel.', by: 'Kim' },
  ],
  corrected: [
    { code: 'corrected', what: ['order'], note: 'A typing mistake.' },
    { code: 'corrected', what: ['order', 'lines'], note: 'A typing mistake.', by: 'Kim' },
  ],
  erased: [{ code: 'erased' }, { code: 'erased', note: 'Ticket 4711.' }],
  revealed: [
    { code: 'revealed', note: 'The customer has called.' },
    { code: 'revealed', note: 'The customer has called.', by: 'Kim', unlisted: 3 },
  ],
  return_checked: [{ code: 'return_checked', returnId: 7, statusId: 9 }],
  incomplete_accepted: [{ code: 'incomplete_accepted', returnId: 7, statusId: 9 }],
  already_done: [{ code: 'already_done', by: 'standard/d0' }],
  waiting: Object.values(waits)
    .flat()
    .map((why) => ({ code: 'waiting', why, until })),
  deferred: Object.values(waits)
    .flat()
    .map((why) => ({ code: 'deferred', why, until })),
  held: [{ code: 'held', reason: 'too_many' }],
  failed: [{ code: 'failed', reason: 'mapping' }],
  ignored: [{ code: 'ignored', reason: 'already_done' }],
  done: [{ code: 'done' }],
  released: moves.map((move) => ({ code: 'released', ...move })),
  replayed: moves.map((move) => ({ code: 'replayed', ...move })),
  discarded: [...moves, { stoppedDays: 90 }].map((move) => ({ code: 'discarded', ...move })),
}

export const nexts: Examples<Next> = {
  starts_soon: [{ code: 'starts_soon', until }],
  runs: [{ code: 'runs', until }],
  ask_again: [
    { code: 'ask_again', why: { code: 'too_many_sessions' } },
    { code: 'ask_again', why: { code: 'limit_used_up', budget: 'reads' }, at: until },
  ],
  next_attempt: [
    { code: 'next_attempt', at: until },
    { code: 'next_attempt', at: until, why: { code: 'login_closed' } },
  ],
  paused: [{ code: 'paused' }, { code: 'paused', source: 'shopify' }],
  person_decides: [{ code: 'person_decides' }],
  stopped: [{ code: 'stopped' }],
  ended: [{ code: 'ended' }],
}

export const toDos: Examples<ToDo> = {
  nothing: [{ code: 'nothing' }],
  at_work: [{ code: 'at_work' }],
  as_advised: [{ code: 'as_advised', reason: 'too_many' }],
  fix_each: [{ code: 'fix_each', id: 'standard/d1' }],
  open_login: [{ code: 'open_login' }],
  set_owner: [{ code: 'set_owner', id: 'standard/d1' }],
  late: [{ code: 'late' }],
  resume: [{ code: 'resume' }],
  settles: [{ code: 'settles', at: until }],
  limit_opens: [{ code: 'limit_opens', at: until }],
  release_to_retry: [{ code: 'release_to_retry', id: 'standard/d1' }],
  replay_if_wanted: [{ code: 'replay_if_wanted', id: 'standard/d1' }],
  settle_first: [{ code: 'settle_first', id: 'standard/d1' }],
  see_events: [{ code: 'see_events', ids: ['standard/d1', 'standard/d2'] }],
  find_delivery: [{ code: 'find_delivery' }],
}

const by = { by: 'standard/d1', at: until }
export const recordFacts: Examples<RecordFact> = {
  lock: [
    { code: 'lock', item: 'order#10001', event: 'standard/d1', until },
    { code: 'lock', item: `number#${typed}`, event: 'standard/d1', until },
  ],
  sent: of({ code: 'sent', ...by }),
  missing: of({ code: 'missing', ...by }),
  done: of({ code: 'done', ...by }),
  linked: [{ code: 'linked', ...by, id: 7 }],
  no_event: [{ code: 'no_event' }],
  no_write: [{ code: 'no_write' }],
}

const lineTaken: Examples<LineTaken> = {
  all_lines: [{ code: 'all_lines' }],
  named: [
    { code: 'named', name: { by: 'sku' } },
    { code: 'named', name: { by: 'name' }, hasSeveralReasons: true },
    { code: 'named', name: { by: 'orderItemId', id: 30_001 } },
    { code: 'named', name: { by: 'itemVariationId', id: 1_101 } },
  ],
  with_bundle: [
    { code: 'with_bundle', hasSeveralReasons: true },
    { code: 'with_bundle', cut: { came: 2, due: 4 } },
  ],
}
const lineAsked: readonly LineAsked[] = [
  { code: 'named', name: { by: 'sku' } },
  { code: 'perhaps_named', name: { by: 'name' } },
  { code: 'of_bundle' },
]
const leftOutKinds = (Object.keys(itemTypes) as ItemKind[]).filter(
  (kind): kind is LeftOutKind => !['regular', 'bundleMaster', 'bundleComponent'].includes(kind),
)
export const lineWhys: Examples<LineWhy> = {
  ...lineTaken,
  type_not_returned: [
    { code: 'type_not_returned', typeId: 99 },
    ...leftOutKinds.map((kind) => ({ code: 'type_not_returned', typeId: itemTypes[kind], kind }) as const),
  ],
  phantom: [{ code: 'phantom' }],
  not_asked_for: [{ code: 'not_asked_for' }],
  nothing_left: [{ code: 'nothing_left' }, ...lineAsked.map((asked) => ({ code: 'nothing_left' as const, asked }))],
  request_unfulfilled: [
    ...lineAsked.map((asked) => ({ code: 'request_unfulfilled' as const, asked })),
    ...Object.values(lineTaken)
      .flat()
      .map((asked) => ({ code: 'request_unfulfilled' as const, asked, quantity: 2 })),
  ],
}

type FindingExamples = { [What in Finding['what']]: readonly Extract<Finding, { what: What }>[] }
const madeReturn = { event: key, orderId: 10_001, returnId: 7 }
const madeComment = { event: key, orderId: 10_001, commentId: 7 }
export const findings = {
  order_gone: [{ what: 'order_gone', event: key, orderId: 5 }],
  return_gone: [
    { what: 'return_gone', ...madeReturn },
    { what: 'return_gone', ...madeReturn, typeId: 1, linked: true },
  ],
  return_cancelled: [{ what: 'return_cancelled', ...madeReturn }],
  shop_cancelled: [{ what: 'shop_cancelled', orderId: 10_001, returnId: 700_001 }],
  return_of_another_order: [{ what: 'return_of_another_order', ...madeReturn }],
  comment_gone: [
    { what: 'comment_gone', ...madeComment },
    { what: 'comment_gone', ...madeComment, withOrder: true },
  ],
  comment_twice: [{ what: 'comment_twice', ...madeComment, ids: [7, 8] }],
  return_unknown: [[], [5], [5, 6]].map((orderIds) => ({ what: 'return_unknown', returnId: 7, orderIds })),
  write_unclear: (['similar', 'list_incomplete', 'list_mixed', 'gone'] as const).flatMap((why) =>
    kinds.map((kind) => ({ what: 'write_unclear', event: key, orderId: 5, kind, why, ids: why === 'gone' ? [] : [7] })),
  ),
} satisfies FindingExamples

/** Whatever doctor, the audit and a search can be about. */
const facts = {
  setting: 'backOffice.routes.user',
  right: 'Orders: read',
  route: '/rest/user',
  sources: ['shop', 'tea'],
  words: 'password must not be empty',
  state: 'used-up',
  error: 'TypeError',
  cause: 'answered 500',
  path: 'user',
  ownerId: 77,
  newOrder: '/o',
  comments: '/c',
  imageAvailabilities: '/i',
  event: key,
  calls: 1_000,
  status: 403,
  budget: 'readsPerDay',
  budgets: [{ budget: 'reads', limit: 80 }],
  filters: ['orderType', 'createdAtFrom'],
  statuses: [{ statusId: 8.1, name: 'Cancelled' }],
  statusIds: [8.1],
  source: 'shopify',
  kind: 'shopify',
  lastAt: 1_760_000_000_000,
  gapMs: 7_200_000,
  to: 'webhook',
  since: 1_760_000_000_000,
}
const each = (codes: object) => ({ all: Object.keys(codes).map((code) => ({ code, ...facts })) })
type Said = readonly [facts: string, text: string]

/** Every sentence of a language for every example, with what it is about: whole ones, parts of one, and those without facts. */
export function spokenIn(language: Sentences): { sentences: Said[]; parts: Said[]; fixed: Said[] } {
  const of = <Facts>(name: string, examples: Record<string, readonly unknown[]>, sentence: (facts: Facts) => string) =>
    Object.values(examples)
      .flat()
      .map((facts): Said => [`${name} ${JSON.stringify(facts)}`, sentence(facts as Facts)])
  return {
    sentences: [
      ...of('reason', reasons, (facts: Reason) => say(language.reason, facts)),
      ...of('wait', waits, (facts: Wait) => say(language.wait, facts)),
      ...of('history', histories, (facts: NewEntry) => say(language.history, facts)),
      ...of('next', nexts, (facts: Next) => say(language.next, facts)),
      ...of('toDo', toDos, (facts: ToDo) => say(language.toDo, facts)),
      ...of('record', recordFacts, (facts: RecordFact) => say(language.record, facts)),
      ...of('found', findings, (facts: Finding) => language.found(facts)),
      ['overdue', language.overdue({ held: 1, failed: 2, days: 30 })],
      ...of('problem', { problems }, (facts: Problem) => language.problem(facts)),
    ],
    parts: of('lineWhy', lineWhys, (facts: LineWhy) => say(language.lineWhy, facts)),
    fixed: [
      ...(['means', 'advice', 'finding', 'login'] as const).flatMap((name) =>
        Object.entries(language[name]).map(([code, text]): Said => [`${name} ${code}`, text]),
      ),
      ...of('unread', each(language.unread), (facts: Unread) => say(language.unread, facts)),
      ...of('notAsked', each(language.notAsked), (facts: NotAsked) => say(language.notAsked, facts)),
      ...of('checked', each(language.checked), (facts: Checked) => say(language.checked, facts)),
      ...of('seen', each(language.seen), (facts: Seen) => say(language.seen, facts)),
      ['line', language.line({ text: 'x', first: 0, last: 5_000, times: 3 })],
    ],
  }
}
