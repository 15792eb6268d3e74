import { afterEach, beforeEach } from 'vitest'
import { type ListeningSandbox, listenSandbox } from '../../sandbox/listen.ts'

export type DemoSandbox = {
  readonly url: string
  /** Control call under /sandbox; answers its JSON. */
  control<Answer = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer>
  /** Requests so far, by `METHOD /template`. */
  calls(): Promise<Record<string, number>>
  fault(fault: Record<string, unknown>): Promise<unknown>
  state(): Promise<State>
}

type State = {
  orders: Record<string, unknown>[]
  comments: Record<string, unknown>[]
  images: Record<string, unknown>[]
  users: { username: string; locked: boolean; failedLogins: number }[]
  labels: Record<string, unknown>[]
}

/** A sandbox with the demo seed for each test of the file, over real HTTP. */
export function demoSandbox(): DemoSandbox {
  let listening: ListeningSandbox | undefined
  beforeEach(async () => {
    listening = await listenSandbox({ port: 0, seed: 'demo' })
  })
  afterEach(async () => listening?.close())

  async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${listening?.url}/sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error(`/sandbox${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    get url() {
      return listening?.url ?? ''
    },
    control,
    calls: async () => (await control<{ byRoute: Record<string, number> }>('GET', '/calls')).byRoute,
    fault: (fault) => control('POST', '/faults', fault),
    state: () => control<State>('GET', '/state'),
  }
}
