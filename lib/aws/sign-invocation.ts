import { type AwsAccess, signPost } from './node-signer.ts'

type Invocation = { access: AwsAccess; functionName: string; body: string; nowMs: number }

/** The signed request that invokes a Lambda function and waits for its answer (Lambda API reference, Invoke). */
export async function signInvocation({ access, functionName, body, nowMs }: Invocation) {
  const path = `2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`
  const url = `${access.url.replace(/\/$/, '')}/${path}`
  const headers = { 'content-type': 'application/json' }
  const signed = await signPost({ access, service: 'lambda', url, headers, body, nowMs })
  return { ...signed, url: signed.url.href }
}
