import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { hasDynamoDbLocal } from '../../scripts/install-dynamodb-local.ts'
import { hasEmulator } from '../../scripts/install-emulator.ts'
import { hasRuntimeClient } from '../../scripts/install-runtime-client.ts'
import { describeMainJob } from '../packaged/describe-main-job.ts'
import { describeMishaps } from '../packaged/describe-mishaps.ts'
import { type Open, openPackagedBridge } from '../packaged/packaged-bridge.ts'
import { type Account, openAccount } from './account.ts'
import { inTheAccount } from './in-the-account.ts'

const isInstalled = (await hasEmulator()) && (await hasDynamoDbLocal()) && (await hasRuntimeClient())
const needs = isInstalled
  ? ''
  : ' (needs the AWS emulator and the runtime interface client, which npm run test:deployed installs)'

describe.skipIf(!isInstalled)(`the deployed bridge${needs}`, () => {
  let account: Account
  beforeAll(async () => {
    account = await openAccount()
    const { code, output } = await account.deploy('--yes')
    expect(output).toContain('doctor:')
    expect(code, output).toBe(0)
  }, 300_000)
  afterAll(async () => await account?.close())

  const open: Open = async (options) => {
    const bridge = await openPackagedBridge(inTheAccount(account), options)
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') {
        const refused = account.emulator.decisions.filter(({ allowed }) => !allowed)
        console.error(await bridge.explain(), refused)
      }
      await bridge.close()
    })
    return bridge
  }

  describeMainJob(open)
  describeMishaps(open)
})
