import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listenSandbox } from '../../sandbox/listen.ts'
import { environment, invoke, load } from '../functions/invoke.ts'
import { dynamoBackends, overEach } from '../inbox/over-each.ts'
import { commentSubmitted } from '../workflow/world.ts'
import { openStream } from './open-stream.ts'

overEach(dynamoBackends, 'the worker, given records of the real stream', ({ endpoint }) => {
  it('writes the comments of a batch, and nothing for the same batch again', async () => {
    const stream = await openStream(endpoint)
    const sandbox = await listenSandbox({ port: 0, seed: 'demo' })
    const manager = mockClient(SecretsManagerClient)
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      manager.restore()
      await sandbox.close()
      await stream.close()
    })
    const secret = { baseUrl: sandbox.url, username: 'api-bridge', password: 'demo-password' }
    manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(secret), VersionId: 'v1' })
    const tables = { EVENTS_TABLE: stream.names.events, STATE_TABLE: stream.names.state }
    const stubbed = { ...environment, ...tables, AWS_ENDPOINT_URL_DYNAMODB: stream.url }
    for (const [name, value] of Object.entries(stubbed)) vi.stubEnv(name, value)
    const handler = await load('worker')
    const ids = ['standard/1', 'standard/2']
    for (const id of ids) {
      const delivery = { body: Buffer.from(JSON.stringify(commentSubmitted({ text: `Call ${id}` }))), headers: {} }
      await stream.inbox.accept({ id, source: 'standard', delivery, now: Date.now(), hintMs: 120_000 })
    }
    const Records = await stream.hints()
    expect(Records).toHaveLength(2)
    const answer = { batchItemFailures: [] }
    expect(await invoke(handler, { Records })).toEqual(answer)
    for (const id of ids) expect(await stream.inbox.get(id)).toMatchObject({ status: 'done' })
    expect(await invoke(handler, { Records })).toEqual(answer)
    const state = await (await fetch(`${sandbox.url}/sandbox/state`)).json()
    const comments = (state as { comments: { text: string }[] }).comments.filter(({ text }) => text.includes('Call '))
    expect(comments).toHaveLength(2)
  })
})
