import type { Ports } from './world.ts'

/** Where a process is stopped: at its `call`th use of a port, before or after the real thing was done. */
export type Stop = { call: number; when: 'before' | 'after' }

/** Told the number of a use; the process waits until it has returned. */
export type Used = (call: number) => Promise<void>

/**
 * Ports of a process that stops at one of its uses of them: it stands still there, so that nothing of it runs any more (no catch,
 * no finally), and goes on only when it is woken. `names` are the uses in order; `used` hears of each when it is over.
 */
export function mortalPorts(real: Ports, { stop, used }: { stop?: Stop | undefined; used?: Used | undefined }) {
  const names: string[] = []
  const stopped = Promise.withResolvers<'stopped'>()
  const woken = Promise.withResolvers<void>()
  let standsStill = false

  const standStill = async () => {
    standsStill = true
    stopped.resolve('stopped')
    await woken.promise
  }

  async function use<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (standsStill) await woken.promise
    const call = names.push(name)
    const mine = call === stop?.call
    if (mine && stop.when === 'before') await standStill()
    try {
      return await work()
    } finally {
      await used?.(call)
      if (mine && stop.when === 'after') await standStill()
    }
  }

  const guarded = <T extends object>(port: string, target: T): T =>
    new Proxy(target, {
      get: (object, operation) => {
        const original = Reflect.get(object, operation)
        if (typeof original !== 'function') return original
        return (...given: unknown[]) => use(`${port}.${String(operation)}`, () => original.apply(object, given))
      },
    })

  const ports: Ports = {
    inbox: guarded('inbox', real.inbox),
    records: guarded('records', real.records),
    learnt: guarded('learnt', real.learnt),
    sessionStore: guarded('session', real.sessionStore),
    fetch: (input, init) =>
      use(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`, () => real.fetch(input, init)),
  }
  return {
    ports,
    names,
    stopped: stopped.promise,
    wake: () => {
      standsStill = false
      woken.resolve()
    },
  }
}
