import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { usableAt } from './demo-secrets.ts'
import { type LocalServer, listen } from './listen.ts'
import { isOwnClient } from './own-client.ts'
import { readSecrets } from './secrets-file.ts'

export type SecretsManagerOptions = {
  /** What `readSecrets` takes. Read again for each request, so that an edit works at once. */
  file: string
  /** The same for the user of the back office. Absent: as `file`. */
  userFile?: string
  /** Replaces the file's `baseUrl`. */
  backOfficeUrl: string
}

type Answer = { status: number; body: Record<string, unknown> }

const request = z.object({ SecretId: z.string() })

/** A loopback endpoint that speaks Secrets Manager's protocol (AWS JSON 1.1) for the secrets `back-office` and `sources`. */
export function startSecretsManager(options: SecretsManagerOptions): Promise<LocalServer> {
  const server = createServer((incoming, outgoing) => {
    if (!isOwnClient(incoming, outgoing)) return
    answer(incoming, options).then(
      ({ status, body }) => send(outgoing, status, body),
      (error: Error) => send(outgoing, 500, { __type: 'InternalServiceError', Message: error.message }),
    )
  })
  return listen(server, 0)
}

async function answer(incoming: IncomingMessage, options: SecretsManagerOptions): Promise<Answer> {
  const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1]
  if (operation !== 'GetSecretValue' && operation !== 'DescribeSecret') return refuse('UnknownOperationException', '')
  const parsed = request.safeParse(toJson(await text(incoming)))
  if (!parsed.success) return refuse('InvalidParameterException', 'SecretId is needed.')
  const name = parsed.data.SecretId
  const value = secretString(name, options)
  if (value === undefined)
    return refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
  // A version id has 32 to 64 characters (GetSecretValue in the API reference).
  const version = createHash('sha256').update(value).digest('hex')
  const common = { ARN: `arn:aws:secretsmanager:eu-central-1:000000000000:secret:${name}`, Name: name }
  if (operation === 'DescribeSecret')
    return { status: 200, body: { ...common, VersionIdsToStages: { [version]: ['AWSCURRENT'] } } }
  return { status: 200, body: { ...common, VersionId: version, VersionStages: ['AWSCURRENT'], SecretString: value } }
}

function secretString(
  name: string,
  { file, userFile = file, backOfficeUrl }: SecretsManagerOptions,
): string | undefined {
  // An edit works at once, so it is checked here as at the start.
  const usable = (place: string) => usableAt(backOfficeUrl, readSecrets(place))
  if (name === 'sources') return JSON.stringify(usable(file).sources)
  if (name !== 'back-office') return undefined
  const { backOffice } = usable(userFile)
  // An empty secret stays empty: "not configured" must not become an address without a user.
  if (Object.keys(backOffice).length === 0) return '{}'
  return JSON.stringify({ ...backOffice, baseUrl: backOfficeUrl })
}

function refuse(type: string, message: string): Answer {
  return { status: 400, body: { __type: type, Message: message } }
}

function toJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function send(outgoing: ServerResponse, status: number, body: Record<string, unknown>): void {
  outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
}
