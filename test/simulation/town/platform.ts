import type { Bridge } from './bridge.ts'
import { createMachine, type Machine, type Nature } from './machine.ts'

type Instance = { machine: Machine; bridge: Bridge; idle: boolean }

/** What a caller hears of an invocation. */
export type Invocation<T> = { ended: T } | { failed: string }

/** Lambda: keeps instances warm, starts new ones for what comes at the same time, and kills what takes too long. */
export type Platform = {
  invoke<T>(
    name: string,
    timeoutMs: number,
    run: (bridge: Bridge, deadlineMs: number) => Promise<T>,
  ): Promise<Invocation<T>>
  /** Instances that run right now. */
  running(): number
}

export function createPlatform(nature: Nature, build: (machine: Machine) => Bridge): Platform {
  const { timeline, chance, weather, tell } = nature
  const instances = new Map<string, Instance[]>()
  // As on one machine, where a run can only be given up (local/lambda.ts).
  const timeoutsKept = !weather.strikes('timeouts not kept')
  let started = 0
  let running = 0

  function instanceOf(name: string): { instance: Instance; startMs: number } {
    const known = (instances.get(name) ?? []).filter(({ machine }) => machine.isAlive())
    const warm = known.find(({ idle, machine }) => idle && timeline.now() < machine.version.until)
    if (warm) {
      warm.idle = false
      return { instance: warm, startMs: chance.between(1, 10) }
    }
    started += 1
    const machine = createMachine(nature, `${name}-${started}`)
    const instance = { machine, bridge: build(machine), idle: false }
    instances.set(name, [...known, instance])
    return { instance, startMs: chance.between(150, 700) }
  }

  async function invoke<T>(name: string, timeoutMs: number, run: (bridge: Bridge, deadlineMs: number) => Promise<T>) {
    const { instance, startMs } = instanceOf(name)
    const { machine, bridge } = instance
    running += 1
    const { promise, resolve } = Promise.withResolvers<Invocation<T>>()
    machine.thaw()
    machine.onDeath(() => resolve({ failed: 'killed' }))
    const deadlineMs = timeline.now() + startMs + timeoutMs
    const deadline = timeline.at(deadlineMs, () => {
      tell(machine.name, () => 'TIMES OUT')
      if (timeoutsKept) machine.kill('timed out')
      else resolve({ failed: 'timed out' })
    })
    const work = async () => {
      await machine.pass(startMs)
      bridge.clock.begin()
      const ended = await run(bridge, machine.clock.at(deadlineMs))
      instance.idle = true
      machine.freeze()
      resolve({ ended })
    }
    work().catch((error: unknown) => {
      instance.idle = true
      machine.freeze()
      resolve({ failed: error instanceof Error ? error.name : 'error' })
    })
    const outcome = await promise
    deadline.cancel()
    running -= 1
    return outcome
  }

  return { invoke, running: () => running }
}
