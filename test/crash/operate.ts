/** Sends an operator's command to a bridge. Undefined if it could not answer; the caller may repeat the command. */
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
