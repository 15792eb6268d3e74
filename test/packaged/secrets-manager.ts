import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { type LocalServer, listen } from '../../local/listen.ts'
import { secretValues } from '../../local/secret-values.ts'

/** Answers GetSecretValue as Secrets Manager does (AWS JSON 1.1), for the secrets `back-office` and `sources` of a file. */
export function startSecretsManager(places: Parameters<typeof secretValues>[0]): Promise<LocalServer> {
  const read = secretValues(places)
  const valueFor = async (incoming: IncomingMessage) =>
    await read(((await json(incoming)) as { SecretId: string }).SecretId)
  const server = createServer((incoming, outgoing) => {
    const send = (status: number, body: object) =>
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    valueFor(incoming).then(
      (value) => send(200, value),
      () => send(500, { __type: 'InternalServiceError' }),
    )
  })
  return listen(server, 0)
}
