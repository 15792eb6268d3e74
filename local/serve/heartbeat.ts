const timeoutMs = 10_000

type Options = { url: string; fetch: typeof fetch; report: (message: string, error: unknown) => void }

/** Tells an address outside that the bridge works. Says once that it cannot, and once that it can again. Never shows the address. */
export function createHeartbeat({ url, fetch, report }: Options): () => Promise<void> {
  let hasFailed = false
  return async () => {
    const problem = await ask(url, fetch)
    if (problem !== undefined && !hasFailed) report('HEARTBEAT_URL cannot be asked', problem)
    hasFailed = problem !== undefined
  }
}

/** What went wrong. The words of an error may hold the address. */
async function ask(url: string, fetch: Options['fetch']): Promise<string | undefined> {
  try {
    const { ok, status, body } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await body?.cancel()
    return ok ? undefined : `it answered ${status}`
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer came in time' : 'no connection'
  }
}
