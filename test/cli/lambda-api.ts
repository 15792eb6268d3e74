import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '../../local/listen.ts'

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
    if (!isSigned(incoming, body, secret))
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
  const { url, close } = await listen(server, 0)
  onTestFinished(() => close())
  return url
}

const claimOf = ({ headers }: IncomingMessage) =>
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  ) ?? []

const keyIdOf = (incoming: IncomingMessage): string | undefined => claimOf(incoming)[1]

const hmac = (key: string | Buffer, said: string) => createHmac('sha256', key).update(said).digest()
const sha256 = (said: string) => createHash('sha256').update(said).digest('hex')

/** Signature Version 4 as AWS describes it. */
function isSigned(incoming: IncomingMessage, body: string, secret: string): boolean {
  const [, , scope = '', signed = '', signature] = claimOf(incoming)
  if (!scope.endsWith('/eu-central-1/lambda/aws4_request')) return false
  const lines = signed.split(';').map((name) => `${name}:${incoming.headers[name]}\n`)
  const canonical = ['POST', incoming.url, '', lines.join(''), signed, sha256(body)].join('\n')
  const said = ['AWS4-HMAC-SHA256', incoming.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, said).toString('hex') === signature
}
