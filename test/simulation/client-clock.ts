import { createClock } from '../../lib/clock.ts'
import { RetryLater } from '../../lib/errors.ts'
import type { ClientWorld } from './client-world.ts'

/** Half of the half a second by which two clocks may differ (docs/reliability.md, "A wrong clock"). */
const toleranceMs = 250
const storedMs = 500
const second = 1_000
type Witness = 'table' | 'back_office' | 'stored'

/** What is known of one clock, by what contradicts it. `agreed`: how far it was from the one that nobody sets. */
type Model = { doubt: Witness | undefined; hasTableSpoken: boolean; agreed: number }

/** One function whose clock is right, wrong or jumps: whether it must doubt it, after each thing that it hears. */
export async function playClock(world: ClientWorld): Promise<void> {
  const { chance } = world
  let real = Date.parse('2026-03-02T09:00:00.400Z')
  let frozenMs = 0
  let offset = chance.pick([0, 0, 249, -249, 2_000, -2_000])
  let errors = 0
  const wall = () => real + offset
  const monotonic = () => real - frozenMs
  const log = {
    warn: () => {},
    error: () => {
      errors += 1
    },
  }
  const clock = createClock({ wall, monotonic, log })
  const model: Model = { doubt: undefined, hasTableSpoken: false, agreed: wall() - monotonic() }
  const isRight = () => model.doubt === undefined && Math.abs(wall() - monotonic() - model.agreed) <= toleranceMs
  const agree = () => {
    model.agreed = wall() - monotonic()
  }

  /** An answer took some time; its `Date` is a whole second of the witness's own clock. */
  const hear = (witness: 'table' | 'back_office', itsOffset: number) => {
    const [before, after] = [chance.pick([0, 5, 700, 9_000]), chance.pick([0, 5, 700])]
    const sentAt = wall()
    real += before
    const date = Math.floor((real + itsOffset) / second) * second
    real += after
    const answeredAt = wall()
    clock.heard(witness, new Date(date).toUTCString(), { sentAt, answeredAt })
    const isFast = sentAt > date + second + toleranceMs
    const isSlow = answeredAt < date - toleranceMs
    const isWrong = isFast || isSlow
    if (witness === 'table') {
      model.hasTableSpoken = true
      model.doubt = isWrong ? 'table' : undefined
      if (!isWrong) agree()
    } else if (!isWrong) {
      if (model.doubt === 'back_office') model.doubt = undefined
    } else if (!model.hasTableSpoken || !isRight()) model.doubt ??= 'back_office'
  }
  /** Another function has stored this time, so far ahead. */
  const readStored = (aheadMs: number) => {
    clock.readStored(wall() + aheadMs)
    if (aheadMs > storedMs && (!model.hasTableSpoken || !isRight())) model.doubt ??= 'stored'
  }
  const begin = () => {
    const jumped = wall() - monotonic() - model.agreed
    clock.begin()
    if (!model.hasTableSpoken) model.doubt = undefined
    if (jumped > 0 || !model.hasTableSpoken) agree()
  }
  const events: Record<string, () => void> = {
    'the table answers': () => hear('table', 0),
    'the table answers again': () => hear('table', 0),
    'the back office answers': () => hear('back_office', chance.pick([0, 0, 1_000, -1_000, 10_000, -10_000])),
    'a stored time is read': () => readStored(chance.pick([-5_000, 0, 499, 500, 501, 60_000])),
    'the clock jumps': () => {
      offset += chance.pick([-2_000, -251, -250, 250, 251, 2_000])
    },
    'the clock is set right': () => {
      offset = 0
    },
    'a frozen function begins anew': () => {
      const ms = chance.between(1, 100_000)
      real += ms
      frozenMs += ms
      begin()
    },
    'a run begins': begin,
    'a header that is no date': () =>
      clock.heard('table', chance.pick(['', 'soon', null]), { sentAt: 0, answeredAt: 1 }),
  }
  for (let step = 0; step < 25; step += 1) {
    const name = chance.pick(Object.keys(events))
    real += chance.between(1, 3_000)
    events[name]?.()
    const right = isRight()
    world.expect(
      clock.isRight() === right,
      () => `after "${name}" it ${right ? 'doubts without a reason' : 'does not doubt'}`,
    )
    world.expect(model.doubt === undefined || errors > 0, () => 'it doubts and says nothing')
    world.expect(stops(() => clock.mustBeRight()) === !right, () => `it ${right ? 'stops' : 'goes on'} after "${name}"`)
    world.expect(clock.now() === wall(), () => 'it corrects the clock')
  }
}

/** A deferral: it costs no attempt. */
function stops(run: () => void): boolean {
  try {
    run()
    return false
  } catch (error) {
    return error instanceof RetryLater && error.deferral
  }
}
