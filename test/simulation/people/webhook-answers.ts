/** What a webhook answered to a delivery. */
export type Heard = { statusCode?: number; body?: string; headers?: Readonly<Record<string, unknown>> }

const refusal = { error: { code: 'unauthorized', message: 'The delivery could not be verified.' } }
/** Senders that sign a time: five minutes in both directions (docs/senders.md). */
const signedTimes: ReadonlySet<string> = new Set([
  ...['form', 'desk', 'w-standard', 'w-google', 'w-hubspot', 'w-formspree', 'w-bigcommerce'],
])
export const signsTime = (source: string): boolean => signedTimes.has(source)

/** What docs/errors.md (Answers to a webhook) does not allow; undefined: it does. */
export function wrongAnswer({ statusCode, body = '', headers = {} }: Heard, isGenuine: boolean): string | undefined {
  const content = JSON.parse(body === '' ? '{}' : body) as { id?: string; status?: string; error?: { code: string } }
  switch (statusCode) {
    case 200: {
      if (!isGenuine) return 'a forged delivery was answered with 200'
      const isStored = content.id !== undefined && (content.status === 'accepted' || content.status === 'duplicate')
      const isNoEvent = content.id === undefined && content.status === 'ignored'
      return isStored || isNoEvent ? undefined : `200 says ${body}`
    }
    case 401:
      if (isGenuine) return 'a genuine delivery was refused'
      return JSON.stringify(content) === JSON.stringify(refusal) ? undefined : `401 says ${body}`
    case 503:
      return content.error?.code === 'unavailable' && Number(headers['retry-after']) > 0
        ? undefined
        : `503 says ${body}, retry after ${headers['retry-after']}`
    default:
      return `a webhook answered ${statusCode}`
  }
}
