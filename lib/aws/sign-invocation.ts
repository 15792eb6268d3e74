import { NodeSigner } from './node-signer.ts'
import type { AwsAccess } from './signed-call.ts'

type Invocation = { access: AwsAccess; functionName: string; body: string; nowMs: number }

/** The signed request that invokes a Lambda function and waits for its answer (Lambda API reference, Invoke). */
export async function signInvocation({ access, functionName, body, nowMs }: Invocation) {
  const { region, accessKeyId, secretAccessKey, sessionToken } = access
  const signer = new NodeSigner({
    method: 'POST',
    url: `${access.url.replace(/\/$/, '')}/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`,
    headers: { 'content-type': 'application/json' },
    body,
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: 'lambda',
    datetime: new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    keys: new Map(),
  })
  const { url, headers } = await signer.sign()
  return { url: url.href, headers: Object.fromEntries(headers), body }
}
