import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listen } from '../../local/listen.ts'
import { makeCertificate } from './throw-away-certificate.ts'

const secret = 'a secret of the benchmarks'

/**
 * A Secrets Manager and a DynamoDB on a loopback port, and the variables of a function that uses them. Over TLS, as AWS's are, with a
 * certificate made for this run. `tables`: the address of a DynamoDB to ask; without, this one says yes to everything.
 */
export async function playAws(tables?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'play-aws-'))
  try {
    const certificate = await makeCertificate(folder)
    const { port, close } = await listen(createServer(certificate, answerer(tables)), 0)
    const trusted = { NODE_EXTRA_CA_CERTS: certificate.file, AWS_ENDPOINT_URL: `https://127.0.0.1:${port}` }
    return {
      variables: { ...lambdaVariables, ...trusted, BENCH_SECRET: secret } as Record<string, string>,
      async close() {
        await close()
        await rm(folder, { recursive: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
}

const answerer = (tables?: string) => async (request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request)
  const { 'x-amz-target': target, 'x-amz-date': date, authorization } = request.headers as Record<string, string>
  const isSecret = target?.endsWith('GetSecretValue')
  const asJson = { 'content-type': 'application/x-amz-json-1.0' }
  if (isSecret || tables === undefined) {
    response.writeHead(200, asJson).end(isSecret ? JSON.stringify({ SecretString: secrets, VersionId: '1' }) : '{}')
    return
  }
  const headers = { ...asJson, 'x-amz-target': `${target}`, 'x-amz-date': `${date}`, authorization: `${authorization}` }
  const answered = await fetch(tables, { method: 'POST', headers, body })
  response.writeHead(answered.status, asJson).end(await answered.text())
}

const secrets = JSON.stringify({ shopify: [secret], typeform: [`${secret}, of forms`] })

/** As Lambda and the template set them. Nothing of this machine's own environment. */
const lambdaVariables = {
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_LOG_GROUP_NAME: 'bench',
  AWS_LAMBDA_LOG_STREAM_NAME: 'one',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  EVENTS_TABLE: 'events',
  SOURCES_SECRET: 'sources',
  SERVICE_NAME: 'backoffice-bridge',
  LOG_LEVEL: 'INFO',
}

/** About as long as a refund of two lines. */
const body = JSON.stringify({ id: 1, order_id: 5_550_001, note: 'x'.repeat(2_000) })

const delivery = (path: string, headers: Record<string, string>) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: '',
  headers: { 'content-type': 'application/json', ...headers },
  requestContext: { http: { method: 'POST', path } },
  body,
  isBase64Encoded: false,
})

const signed = (by: string): string => createHmac('sha256', by).update(body).digest('base64')

/** A genuine delivery for each of the webhooks' functions, by its name. */
export const deliveries: Readonly<Record<string, unknown>> = {
  'shop-webhook': delivery('/shops/shopify', {
    'x-shopify-topic': 'refunds/create',
    'x-shopify-webhook-id': 'delivery-1',
    'x-shopify-hmac-sha256': signed(secret),
  }),
  'form-webhook': delivery('/forms/typeform', { 'typeform-signature': `sha256=${signed(`${secret}, of forms`)}` }),
}
