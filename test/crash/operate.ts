/** Asks the operator's command of a bridge; undefined: it could not answer, and may be asked again. */
export async function operate<T>(url: string, command: Record<string, unknown>): Promise<T | undefined> {
  try {
    const response = await fetch(`${url}/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = (await response.json()) as { ok: boolean; result?: T }
    return answer.ok ? answer.result : undefined
  } catch {
    return undefined
  }
}
