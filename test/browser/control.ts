/** One call of the sandbox's control. */
export async function control<T>(sandboxUrl: string | undefined, path: string, body: object): Promise<T> {
  const answer = await fetch(`${sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} ${text}`)
  return JSON.parse(text) as T
}
