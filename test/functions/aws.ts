import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '../../local/listen.ts'

/** What the server does with a request: an answer (an `error` is AWS's name for a refusal), no answer, or an end of the connection. */
export type Reaction = { body: object } | { error: string; status?: number } | 'silence' | 'hang up'
export type AwsRequest = { operation: string; input: Record<string, unknown> }
export type Aws = Awaited<ReturnType<typeof startAws>>
/** Secret text in each refusal, which no answer and no line of a log may show. */
export const inRefusals = 'hunter2'

/** DynamoDB and Secrets Manager on a loopback port, for functions that sign their own requests. `react` may be replaced at any time. */
export async function startAws() {
  const requests: AwsRequest[] = []
  const secrets = new Map<string, string>()
  const aws = {
    /** Every request since the last `clear`. */
    requests,
    /** To a request of the tables, or of Secrets Manager if `isOfSecret`; undefined: as an empty table and the secrets below answer. */
    react: (_request: AwsRequest): Reaction | undefined => undefined,
    /** A secret, as text or as the JSON of a value. */
    setSecret: (id: string, value: unknown) =>
      void secrets.set(id, typeof value === 'string' ? value : JSON.stringify(value)),
    /** Requests to the tables. */
    toTables: () => requests.filter(({ operation }) => operation !== 'GetSecretValue'),
    clear() {
      requests.length = 0
      secrets.clear()
      aws.react = () => undefined
    },
    /** The variables of a function that uses this server. */
    variables: {} as Record<string, string>,
    close: async () => {},
  }
  const byDefault = ({ operation, input }: AwsRequest): Reaction => {
    if (operation !== 'GetSecretValue') return { body: {} }
    const SecretString = secrets.get(String(input.SecretId))
    return SecretString === undefined
      ? { error: 'ResourceNotFoundException' }
      : { body: { SecretString, VersionId: 'v1' } }
  }
  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
    const request = { operation, input: (await json(incoming)) as AwsRequest['input'] }
    requests.push(request)
    answer(outgoing, aws.react(request) ?? byDefault(request))
  })
  const { url, close } = await listen(server, 0)
  aws.variables = { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ENDPOINT_URL_SECRETS_MANAGER: url }
  aws.close = async () => {
    server.closeAllConnections()
    await close()
  }
  return aws
}

function answer(outgoing: ServerResponse, reaction: Reaction): void {
  if (reaction === 'silence') return
  if (reaction === 'hang up') return void outgoing.destroy()
  const refused = 'error' in reaction
  const status = refused ? (reaction.status ?? (/Internal/.test(reaction.error) ? 500 : 400)) : 200
  const refusal = refused && { __type: `com.amazonaws.service#${reaction.error}`, message: inRefusals }
  outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
  outgoing.end(JSON.stringify(refused ? refusal : reaction.body))
}
