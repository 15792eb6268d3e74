import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a form of this session proves: only a page of this process, shown to this browser, has it. */
export const formToken = (secret: string, session: string): string =>
  createHmac('sha256', secret).update(session).digest('base64url')

export function isFormToken(given: string, secret: string, session: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(formToken(secret, session))]
  return one.length === other.length && timingSafeEqual(one, other)
}
