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

/** What `GET /sandbox/state` answers of interest here. */
export type SandboxState = {
  orders: Order[]
  comments: { id: number; referenceValue: number; text: string }[]
  users: { username: string; locked: boolean; failedLogins: number }[]
}

export type Judged = {
  /** Events that were answered with 200, and the fact that each told. */
  accepted: ReadonlyMap<string, Fact>
  events: readonly ListedEvent[]
  state: SandboxState
}

/** `events`: those whose history tells how it came. */
export type Violation = { text: string; events: string[] }

/** Judges by what the back office truly holds; one entry for each thing that is not as it must be. */
export function judge(judged: Judged): Violation[] {
  return [...lost(judged), ...unfinished(judged), ...notOnce(judged), ...orphans(judged), ...lockedOut(judged)]
}

const isOurs = ({ text }: { text: string }): boolean => text.startsWith('[bridge:')
const returnsIn = ({ orders }: SandboxState): Order[] => orders.filter(({ typeId }) => typeId === 3)
const linesOf = (order: Order): number[] =>
  order.orderItems.flatMap(({ references }) => references.map(({ referenceOrderItemId }) => referenceOrderItemId))
const eventsOf = (fact: Fact, { accepted }: Judged): string[] =>
  [...accepted].flatMap(([id, told]) => (told === fact ? [id] : []))

function lost({ accepted, events }: Judged): Violation[] {
  const known = new Set(events.map(({ id }) => id))
  return [
    ...[...accepted.keys()]
      .filter((id) => !known.has(id))
      .map((id) => ({ text: `${id} was answered with 200 and is not there`, events: [] })),
    ...[...known]
      .filter((id) => !accepted.has(id))
      .map((id) => ({ text: `${id} is there and was never answered with 200`, events: [id] })),
  ]
}

/** Done, or ignored as told before: no person did anything here, and no fact asks for what cannot be. */
function unfinished({ events }: Judged): Violation[] {
  return events
    .filter(({ status, reason }) => status !== 'done' && !(status === 'ignored' && reason?.code === 'already_done'))
    .map(({ id, status, reason }) => ({
      text: `${id} is ${status}${reason ? ` as ${reason.code} (${reason.text})` : ''}`,
      events: [id],
    }))
}

function notOnce(judged: Judged): Violation[] {
  const told = new Set(judged.accepted.values())
  return [...told].flatMap((fact) => {
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
    ...(others.length > 0 || item?.quantity !== line.quantity
      ? [`has return ${first.id} with other lines than were asked for`]
      : []),
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

/** Made for nobody: of no fact that was answered with 200. */
function orphans({ accepted, state }: Judged): Violation[] {
  const told = [...new Set(accepted.values())]
  const lines = new Set(told.map(({ line }) => line?.itemId))
  return [
    ...returnsIn(state)
      .filter((order) => !linesOf(order).some((line) => lines.has(line)))
      .map(({ id }) => ({ text: `return ${id} belongs to nobody`, events: [] })),
    ...state.comments
      .filter((comment) => isOurs(comment) && !told.some(({ tag }) => comment.text.includes(tag)))
      .map(({ id }) => ({ text: `comment ${id} belongs to nobody`, events: [] })),
  ]
}

function lockedOut({ state }: Judged): Violation[] {
  return state.users
    .filter(({ locked, failedLogins }) => locked || failedLogins > 0)
    .map(({ username, locked, failedLogins }) => ({
      text: `${username} has ${failedLogins} failed logins${locked ? ' and is locked' : ''}`,
      events: [],
    }))
}
