import type { Fact } from './facts.ts'

/** An event as `event.list` shows it. */
export type ListedEvent = { id: string; status: string; reason?: { code: string; text: string } }
type OrderItem = { quantity: number; references: { referenceOrderItemId: number }[] }
type Order = {
  id: number
  typeId: number
  statusId: number
  orderItems: OrderItem[]
  orderReferences: { referenceOrderId: number }[]
}

/** The part of the answer of `GET /sandbox/state` that is used here. */
export type SandboxState = {
  orders: Order[]
  comments: { id: number; referenceValue: number; text: string }[]
  users: { username: string; locked: boolean; failedLogins: number }[]
}

export type Judged = {
  /** The ids of events that were answered with 200, with the fact of each. */
  accepted: ReadonlyMap<string, Fact>
  events: readonly ListedEvent[]
  state: SandboxState
}

/** `events` are those whose history explains the violation. */
export type Violation = { text: string; events: string[] }

/** Compares the result with what the back office holds. One entry for each violation. */
export const judge = (judged: Judged): Violation[] => [
  ...lost(judged),
  ...unfinished(judged),
  ...notExactlyOnce(judged),
  ...orphans(judged),
  ...lockedOut(judged),
]

const isOurs = ({ text }: { text: string }): boolean => text.startsWith('[bridge:')
const returnsIn = ({ orders }: SandboxState): Order[] => orders.filter(({ typeId }) => typeId === 3)
const linesOf = (order: Order): number[] =>
  order.orderItems.flatMap(({ references }) => references.map(({ referenceOrderItemId }) => referenceOrderItemId))
const eventsOf = (fact: Fact, { accepted }: Judged): string[] =>
  [...accepted].flatMap(([id, known]) => (known === fact ? [id] : []))

function lost({ accepted, events }: Judged): Violation[] {
  const known = new Set(events.map(({ id }) => id))
  return [
    ...[...accepted.keys()]
      .filter((id) => !known.has(id))
      .map((id) => ({ text: `${id} was answered with 200 but does not exist`, events: [] })),
    ...[...known]
      .filter((id) => !accepted.has(id))
      .map((id) => ({ text: `${id} exists but was never answered with 200`, events: [id] })),
  ]
}

/** Every event must be done, or ignored as already done: no person acts here, and no fact asks for the impossible. */
const unfinished = ({ events }: Judged): Violation[] =>
  events
    .filter(({ status, reason }) => status !== 'done' && !(status === 'ignored' && reason?.code === 'already_done'))
    .map(({ id, status, reason }) => ({
      text: `${id} is ${status}${reason ? ` as ${reason.code} (${reason.text})` : ''}`,
      events: [id],
    }))

function notExactlyOnce(judged: Judged): Violation[] {
  const facts = new Set(judged.accepted.values())
  return [...facts].flatMap((fact) => {
    const problems = [...returnProblems(fact, judged.state), ...commentProblems(fact, judged.state)]
    return problems.map((problem) => ({ text: `${fact.tag} ${problem}`, events: eventsOf(fact, judged) }))
  })
}

function returnProblems({ line, orderId }: Fact, state: SandboxState): string[] {
  if (!line) return []
  const made = returnsIn(state).filter((order) => linesOf(order).includes(line.itemId))
  const [first] = made
  if (!first || made.length > 1) return [`has ${made.length} returns (${made.map(({ id }) => id).join(', ')})`]
  const [item, ...others] = first.orderItems
  return [
    ...(others.length > 0 || item?.quantity !== line.quantity ? [`has return ${first.id} with wrong lines`] : []),
    ...(first.orderReferences.some(({ referenceOrderId }) => referenceOrderId === orderId)
      ? []
      : [`has return ${first.id} of another order`]),
    ...(first.statusId === 9.01 ? [] : [`has return ${first.id} with status ${first.statusId}`]),
  ]
}

function commentProblems({ tag, orderId }: Fact, { comments }: SandboxState): string[] {
  const made = comments.filter((comment) => isOurs(comment) && comment.text.includes(tag))
  const right = made.filter(({ referenceValue }) => referenceValue === orderId)
  if (made.length === 1 && right.length === 1) return []
  return [`has ${made.length} comments (${made.map(({ id }) => id).join(', ')})`]
}

/** Returns and comments that belong to no accepted fact. */
function orphans({ accepted, state }: Judged): Violation[] {
  const facts = [...new Set(accepted.values())]
  const lines = new Set(facts.map(({ line }) => line?.itemId))
  return [
    ...returnsIn(state)
      .filter((order) => !linesOf(order).some((line) => lines.has(line)))
      .map(({ id }) => ({ text: `return ${id} belongs to no fact`, events: [] })),
    ...state.comments
      .filter((comment) => isOurs(comment) && !facts.some(({ tag }) => comment.text.includes(tag)))
      .map(({ id }) => ({ text: `comment ${id} belongs to no fact`, events: [] })),
  ]
}

const lockedOut = ({ state }: Judged): Violation[] =>
  state.users
    .filter(({ locked, failedLogins }) => locked || failedLogins > 0)
    .map(({ username, locked, failedLogins }) => ({
      text: `${username} has ${failedLogins} failed logins${locked ? ' and is locked' : ''}`,
      events: [],
    }))
