import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isSigned, keyIdOf } from '../aws/is-signed.ts'
import { listening } from '../local/running-stack.ts'

/** How a function of the stand-in ends: with an answer, or as Lambda reports a run that broke off. */
export type Ended = { answer: unknown } | { crash: { errorType: string; errorMessage: string } }

type Options = {
  functions: Record<string, (command: unknown) => Promise<Ended>>
  /** Whose requests are accepted. `mayInvoke`: IAM allows them the functions. */
  person?: { id: string; secret: string; token?: string; mayInvoke?: boolean }
}

export const person = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const arn = (name: string): string => `arn:aws:lambda:eu-central-1:123456789012:function:${name}`

/** A stand-in of Lambda's API on loopback: signatures, rights, functions, and its ways to refuse (Lambda API reference, Invoke). */
export async function startLambdaApi({ functions, person: given = person }: Options): Promise<string> {
  const { id, secret, token, mayInvoke = true } = { token: undefined, ...given }
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    const refuse = (status: number, type: string, message: string) =>
      outgoing
        .writeHead(status, {
          'x-amzn-errortype': `${type}:http://internal.amazon.com/`,
          'content-type': 'application/json',
        })
        .end(JSON.stringify({ Type: 'User', message }))
    const [, name = ''] = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(incoming.url ?? '') ?? []
    if (incoming.method !== 'POST' || name === '') return refuse(404, 'UnknownOperationException', '')
    if (keyIdOf(incoming) !== id || incoming.headers['x-amz-security-token'] !== token)
      return refuse(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.')
    if (!isSigned(incoming, { body, secret, service: 'lambda' }))
      return refuse(403, 'InvalidSignatureException', 'The request signature we calculated does not match.')
    if (!mayInvoke)
      return refuse(
        403,
        'AccessDeniedException',
        `User: arn:aws:iam::123456789012:user/anna is not authorized to perform: lambda:InvokeFunction on resource: ${arn(name)}`,
      )
    const run = functions[name]
    if (!run) return refuse(404, 'ResourceNotFoundException', `Function not found: ${arn(name)}`)
    const ended = await run(JSON.parse(body))
    if ('answer' in ended) return outgoing.writeHead(200).end(JSON.stringify(ended.answer))
    return outgoing.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end(JSON.stringify(ended.crash))
  })
  return (await listening(server)).url
}
