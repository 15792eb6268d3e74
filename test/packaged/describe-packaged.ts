import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from 'vitest'
import { hasRuntimeClient } from '../../scripts/install-runtime-client.ts'
import { onThisMachine } from './ground.ts'
import { type Open, openPackagedBridge } from './packaged-bridge.ts'
import { packageAndUnpack, type Unpacked } from './unpack.ts'

const { endpoint } = inject('dynamoDbLocal') ?? {}
const isInstalled = endpoint !== undefined && (await hasRuntimeClient())
const needs = isInstalled ? '' : ' (need the runtime interface client and DynamoDB Local, which npm run check installs)'

/** Tests of the packaged functions on this machine. */
export function describePackaged(tests: (open: Open) => void): void {
  describe.skipIf(!isInstalled)(`the packaged functions${needs}`, () => {
    let unpacked: Unpacked | undefined
    beforeAll(async () => {
      unpacked = await packageAndUnpack()
    }, 60_000)
    afterAll(async () => unpacked && (await rm(unpacked.root, { recursive: true, force: true })))

    tests(async (options) => {
      const bridge = await openPackagedBridge(
        onThisMachine(unpacked ?? expect.fail('nothing was packaged'), endpoint),
        options,
      )
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') console.error(await bridge.explain())
        await bridge.close()
      })
      return bridge
    })
  })
}
