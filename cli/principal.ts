import { endpointOf } from '../lib/aws/endpoint.ts'
import { signPost } from '../lib/aws/node-signer.ts'
import type { OwnAws } from './own-aws.ts'
import type { Surroundings } from './surroundings.ts'

const timeoutMs = 5_000
/** As long as a name may be that is said. */
const longest = 80

/**
 * As whom AWS knows these credentials (STS API reference, GetCallerIdentity, which nobody needs a right for); the end of a long one, which
 * has the name of the session. Undefined where STS does not answer: a decision does not wait for a name.
 */
export async function principalOf(
  own: OwnAws,
  { env, now, fetch }: Pick<Surroundings, 'env' | 'now' | 'fetch'>,
): Promise<string | undefined> {
  const access = { ...own, url: endpointOf(env, { region: own.region, name: 'sts', variable: 'STS' }) }
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const body = 'Action=GetCallerIdentity&Version=2011-06-15'
  try {
    const { url, ...request } = await signPost({ access, service: 'sts', headers, body, nowMs: now() })
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url.href, { ...request, method: 'POST', redirect: 'manual', signal })
    const [, arn] = /<Arn>(arn:[^<]+)<\/Arn>/.exec(await answer.text()) ?? []
    return arn !== undefined && arn.length > longest ? `…${arn.slice(1 - longest)}` : arn
  } catch {
    return undefined
  }
}
