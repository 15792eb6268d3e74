import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '../../local/listen.ts'

export type Aws = {
  /** The environment of a function that uses this server. */
  environment: Record<string, string>
  /** The operations in the order of the requests. */
  calls: { operation: string; input: unknown }[]
  close: () => Promise<void>
}

/**
 * DynamoDB and Secrets Manager on a loopback port. Each operation has one fixed answer; any other operation is refused.
 */
export async function startAws(answers: Record<string, unknown>): Promise<Aws> {
  const calls: Aws['calls'] = []
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    calls.push({ operation, input: await json(request) })
    const known = Object.hasOwn(answers, operation)
    response.writeHead(known ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify(known ? answers[operation] : { __type: 'UnknownOperationException' }))
  })
  const { url, close } = await listen(server, 0)
  return { environment: { AWS_ENDPOINT_URL: url, ...anyAccount }, calls, close }
}

/** The environment of every deployed function, for an account that does not exist. */
export const anyAccount = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
