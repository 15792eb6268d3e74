import type { Fault } from '../../../sandbox/faults.ts'
import { connectionCut } from '../../../sandbox/faults.ts'
import type { Comment, ItemImage, Order } from '../../../sandbox/records.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Chance } from '../random.ts'
import { clockNumbers } from '../weather/clocks.ts'
import type { LaggingLists } from '../weather/lagging-lists.ts'
import { upTo } from '../weather/lateness.ts'
import type { StandingRefusals } from '../weather/standing-refusals.ts'
import type { FaultKind } from '../weather/weather.ts'
import type { Machine, Nature } from './machine.ts'
import type { SentRequest } from './sent-request.ts'

/** Somebody who must know what truly happens, whoever hears of it. */
export type Witness = {
  /** A request leaves a machine. */
  onSent(request: SentRequest, at: number): void
  /** It reaches the back office's count, as far as the assumption holds for its way. */
  onCounted(request: SentRequest, at: number): void
  /** The back office has carried a request out; what it has stored or changed for it, whatever it answered. */
  onApplied(
    request: SentRequest,
    stored: { orders: Order[]; comments: Comment[]; images: ItemImage[]; status: number; isFarTooLate: boolean },
  ): void
  /** Whether this write may be carried out later than is assumed: only where the second look alone can tell. */
  mayComeFarTooLate(request: SentRequest): boolean
  /** A write left although the lease of whoever sends it was over. */
  onLateSend(request: SentRequest): void
  /** It left by a clock so wrong that its machine must have noticed. */
  onWrongClock(request: SentRequest): void
  /** Its client gives it up, or has its answer; epoch ms. */
  onEnded(request: SentRequest, at: number): void
  /** A write left and its client will never know what became of it. */
  onUnheard(request: SentRequest): void
}

export type NetworkOptions = {
  sandbox: Sandbox
  refusals: StandingRefusals
  lists: LaggingLists
  witness: Witness
  /** The documented assumption: nothing is applied later than this after its request ended. */
  settlingMs: number
  requestTimeoutMs: number
  /** The assumption does not hold: a write that nobody hears of can come later, whichever it is. */
  isBeyondSettling: boolean
}

/** Until when the machine may write: the end of its last lease, epoch ms. */
export type Leased = { leaseUntil: () => number }

/** `onSent`: this machine's own witness. */
export type OfMachine = Leased & { onSent: Witness['onSent'] }
/** `endedAt`: when its client gave it up, epoch ms; absent: it is still there. */
type Carried = { isFarTooLate?: boolean; endedAt?: number }

type Fate = { fault?: FaultKind; answer?: Omit<Fault, 'path' | 'times' | 'delayMs'> }

const unheard: ReadonlySet<FaultKind> = new Set(['request lost', 'answer lost', 'request late'])

/** `fetch` as one machine has it: a network with every fault between it and the sandbox, on the virtual clock. */
export function createFetch(nature: Nature, machine: Machine, options: NetworkOptions & OfMachine): typeof fetch {
  const { timeline, chance, weather, places, tell } = nature
  const { sandbox, refusals, lists, witness, settlingMs, requestTimeoutMs } = options

  async function carryOut(request: SentRequest, fate: Fate, { isFarTooLate = false, endedAt }: Carried) {
    const refusal = refusals.of(request)
    const answer = refusal ? ({ kind: 'status', status: refusal, applied: false } as const) : fate.answer
    const fault: Fault | undefined = answer && { path: '/', times: 1, delayMs: 0, ...answer }
    if (fault) sandbox.world.faults.push(fault)
    const { method, url, headers, body } = request
    const { orders, comments, images } = sandbox.world.store
    const before = { orders: orders.list().length, comments: comments.list().length, images: images.list() }
    const response = await lists.during(request, async () =>
      sandbox.app.fetch(new Request(url, { method, headers, ...(body ? { body } : {}) })),
    )
    const text = await response.text()
    // A scene's fault may have come first: this one is of no other request.
    sandbox.world.faults = sandbox.world.faults.filter((one) => one !== fault)
    // New records have the highest ids.
    const stored = {
      orders: orders.list().slice(before.orders),
      comments: comments.list().slice(before.comments),
      // An image that changed is put anew.
      images: images.list().filter((image) => !before.images.includes(image)),
    }
    // The event action's comments are nobody's evidence.
    if (method === 'POST') lists.onStored(stored, (endedAt ?? timeline.now()) + settlingMs)
    witness.onApplied(request, {
      ...stored,
      status: response.status,
      isFarTooLate,
    })
    tell('back office', () => `${method} ${request.path} from ${machine.name} → ${response.status}`)
    response.headers.set('date', new Date(timeline.now()).toUTCString())
    return { status: response.status, headers: response.headers, text }
  }

  return async (input, init) => {
    const request = await timeline.busy(toRequest(String(input), init))
    const fate = fateOf(nature, request)
    tell(
      machine.name,
      () => `sends ${request.method} ${request.path}${fate.fault ? `: ${fate.fault.toUpperCase()}` : ''}`,
    )
    const signal = init?.signal
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    if (fate.fault === 'never connected') {
      machine.after(chance.between(1, 3_000), () =>
        reject(new machine.version.code.NotSent('the connection was refused', { cause: undefined })),
      )
      return await promise
    }
    const sentAt = timeline.now()
    witness.onSent(request, sentAt)
    options.onSent(request, sentAt)
    const isWrite = request.method !== 'GET' && request.path !== '/rest/login'
    if (isWrite && machine.clock.now() >= options.leaseUntil()) witness.onLateSend(request)
    if (request.method !== 'GET' && Math.abs(machine.clock.now() - sentAt) > clockNumbers.noticedMs) {
      witness.onWrongClock(request)
    }
    if (request.path === '/rest/login' && weather.strikes('killed at login')) {
      machine.after(chance.between(1, 400), () => machine.kill('KILLED while it logs in'))
    }
    const travelMs = travel(nature)
    witness.onCounted(request, sentAt + Math.min(travelMs, transitMs))
    const answerMs = chance.between(5, 300)
    const lost = fate.fault !== undefined && unheard.has(fate.fault)
    if (lost && request.method !== 'GET') witness.onUnheard(request)
    if (lost) {
      const endedMs = chance.hits(0.5) ? requestTimeoutMs : chance.between(1, requestTimeoutMs + 5_000)
      witness.onEnded(request, sentAt + Math.min(endedMs, requestTimeoutMs))
      // The transport's own limit ends what is longer.
      machine.after(endedMs, () => reject(connectionCut()))
      const isFarTooLate =
        (options.isBeyondSettling ? isWrite : witness.mayComeFarTooLate(request)) &&
        weather.strikes('request far too late')
      if (fate.fault === 'request lost' && !isFarTooLate) return await promise
      const lateMs = upTo(chance, settlingMs)
      if (fate.fault === 'request late' && lateMs === settlingMs) places.reach('applied at the limit of settling')
      const appliedMs =
        fate.fault === 'request late' ? Math.min(endedMs, requestTimeoutMs) + lateMs : Math.min(endedMs, travelMs)
      const carried = { isFarTooLate, endedAt: sentAt + Math.min(endedMs, requestTimeoutMs) }
      const moreMs = isFarTooLate ? settlingMs + chance.between(15_000, 400_000) : 0
      timeline.after(appliedMs + moreMs, () => void timeline.busy(carryOut(request, fate, carried)))
      return await promise
    }
    const delayMs = fate.fault === 'answer slow' ? chance.between(5_000, 40_000) : answerMs
    timeline.after(travelMs, () => {
      void timeline.busy(carryOut(request, fate, {})).then((answer) => {
        witness.onEnded(request, Math.min(timeline.now() + delayMs, sentAt + requestTimeoutMs))
        machine.after(delayMs, () => resolve(toResponse(answer)))
      })
    })
    return await promise
  }
}

/** What may be lost on the way to the back office's count between two calls (docs/reliability.md). */
const transitMs = 500

/** Some requests take longer than is assumed: these count as if they had come within it. */
function travel({ chance, places }: Nature): number {
  const draw = chance.next()
  if (draw < 0.8) return chance.between(5, 300)
  if (draw < 0.92) return chance.between(300, 6_000)
  places.reach('travelled for as long as is assumed')
  return transitMs
}

type AnswerFault = {
  fault: FaultKind
  make: (chance: Chance) => Omit<Fault, 'path' | 'times' | 'delayMs' | 'applied'>
} & Partial<Record<'refusal' | 'notOfLogin', true>>

const answerFaults: readonly AnswerFault[] = [
  { fault: 'answer html', make: () => ({ kind: 'html' }) },
  { fault: 'answer garbage', make: () => ({ kind: 'garbage' }) },
  { fault: 'answer empty', make: () => ({ kind: 'empty' }) },
  {
    fault: 'server error',
    make: (chance) => ({ kind: 'status', status: chance.pick([408, 500, 502, 503, 504, 302]) }),
  },
  {
    fault: 'rate limited',
    make: (chance) => ({ kind: 'status', status: 429, headers: { 'retry-after': String(chance.between(1, 90)) } }),
    refusal: true,
  },
  { fault: 'token refused', make: () => ({ kind: 'status', status: 401 }), refusal: true, notOfLogin: true },
  {
    fault: 'request refused',
    make: (chance) => ({ kind: 'status', status: chance.pick([400, 403, 422]) }),
    refusal: true,
    notOfLogin: true,
  },
  { fault: 'tokens expired', make: () => ({ kind: 'expire-tokens' }), notOfLogin: true },
]

/** Struck once more each. */
const lossOfWrites: readonly FaultKind[] = ['request lost', 'answer lost', 'request late']

/** Decided when it is sent. */
function fateOf({ weather, chance }: Nature, { method, path }: SentRequest): Fate {
  const isLogin = path === '/rest/login'
  const plain: FaultKind[] = ['never connected', 'request lost', 'answer lost', 'request late', 'answer slow']
  // What becomes of a write is what all is about.
  const isWrite = method === 'POST' && !isLogin
  const struck = [...plain, ...(isWrite ? lossOfWrites : [])].find((kind) => weather.strikes(kind))
  if (struck) return { fault: struck }
  const answered = answerFaults.find((one) => !(isLogin && one.notOfLogin) && weather.strikes(one.fault))
  if (!answered) return {}
  const answer = answered.make(chance)
  // A refusal proves that nothing happened (docs/back-office.md 10.2); that a login's 5xx does is an assumption (docs/reliability.md).
  const nothingHappened = answered.refusal || (isLogin && answer.kind === 'status')
  return {
    fault: answered.fault,
    answer: { ...answer, applied: method === 'POST' && !nothingHappened && chance.hits(0.5) },
  }
}

async function toRequest(url: string, init: RequestInit | undefined): Promise<SentRequest> {
  const body = init?.body ? await new Response(init.body).text() : ''
  return { method: init?.method ?? 'GET', path: new URL(url).pathname, url, headers: init?.headers ?? {}, body }
}

/** As much of a Response as the transport reads, without streams that need real time. */
const toResponse = ({ status, headers, text }: { status: number; headers: Headers; text: string }): Response =>
  ({ status, headers, body: [Buffer.from(text)] }) as unknown as Response
