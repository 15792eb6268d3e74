import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** How the function says that an invocation ended. */
export type Outcome = { answer: unknown } | { error: unknown }

export type RuntimeApi = {
  /** `host:port`, for `AWS_LAMBDA_RUNTIME_API`. */
  address: string
  /** Resolves when the function first asks for an event: its start is over. */
  asked: Promise<void>
  /** Gives the function the event when it asks for its next one. A failed start is the outcome of every invocation. */
  invoke(event: unknown, options: { arn: string; deadlineMs: number }): Promise<Outcome>
  close(): void
}

const version = '/2018-06-01/runtime'

/** Lambda's side of one environment of a function: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html. */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  /** The function's open request for its next event. */
  let nextRequest = Promise.withResolvers<ServerResponse>()
  const running = new Map<string, (outcome: Outcome) => void>()
  let failedStart: Outcome | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.slice(version.length) ?? ''
    if (path === '/invocation/next') return nextRequest.resolve(response)
    const content = await json(request)
    const [, id = '', kind] = /^\/invocation\/([^/]+)\/(response|error)$/.exec(path) ?? []
    if (path === '/init/error') {
      failedStart = { error: content }
      for (const end of running.values()) end(failedStart)
    } else running.get(id)?.(kind === 'response' ? { answer: content } : { error: content })
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status": "OK"}')
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  const { promise: listening, resolve: ready } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', ready)
  await listening
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: nextRequest.promise.then(() => {}),
    async invoke(event, { arn, deadlineMs }) {
      if (failedStart) return failedStart
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      running.set(id, resolve)
      void nextRequest.promise.then((response) => {
        nextRequest = Promise.withResolvers()
        response.writeHead(200, {
          'content-type': 'application/json',
          'lambda-runtime-aws-request-id': id,
          'lambda-runtime-deadline-ms': String(deadlineMs),
          'lambda-runtime-invoked-function-arn': arn,
        })
        response.end(JSON.stringify(event))
      })
      return await promise.finally(() => running.delete(id))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
