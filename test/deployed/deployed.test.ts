import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { emulator } from '../../scripts/install-emulator.ts'
import { describeMainJob } from '../packaged/describe-main-job.ts'
import { describeEndedRun } from '../packaged/describe-mishaps.ts'
import { openPackagedBridge, type PackagedOptions } from '../packaged/packaged-bridge.ts'
import { type Account, openAccount } from './account.ts'
import { describeDeployments, describeUpgrade } from './describe-deployments.ts'
import { describeFirstReturn } from './describe-first-return.ts'
import { describeNotifications } from './describe-notifications.ts'
import { describePlanted } from './describe-planted.ts'
import { describeRestore } from './describe-restore.ts'
import { describeRights } from './describe-rights.ts'
import { describeRotation } from './describe-rotation.ts'
import { describeSeldom } from './describe-seldom.ts'
import { inTheAccount } from './in-the-account.ts'
import { awsCommands } from './operations-page.ts'

/** They take minutes, and more than `npm ci` installs: `npm run check` asks for the `core`, and `npm run test:deployed` for `all`. */
const asked = process.env.TEST_DEPLOYED

describe.skipIf(!asked)(`the deployed bridge${asked ? '' : ' (skipped: npm run test:deployed runs it)'}`, () => {
  let account: Account
  beforeAll(async () => {
    account = await openAccount()
    const { code, output } = await account.deploy('--yes')
    expect(output).toContain('doctor:')
    expect(code, output).toBe(0)
  }, 300_000)
  afterAll(async () => await account?.close())

  const open = async (options: PackagedOptions & { keep?: boolean; keepSecrets?: boolean } = {}) => {
    const bridge = await openPackagedBridge(inTheAccount(account, options), options)
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') {
        const refused = account.emulator.decisions.filter(({ allowed }) => !allowed)
        console.error(await bridge.explain(), refused)
      }
      await bridge.close()
    })
    return bridge
  }

  const accountOf = () => account
  // In this order: what the roles did is counted before they are changed.
  describeMainJob(open)
  describeSeldom(open)
  describeEndedRun(open)
  describeRights(accountOf)
  describeUpgrade(accountOf, open)
  if (asked === 'core') return

  it('has a page with commands of AWS that all exist', async () => {
    const commands = awsCommands()
    expect(commands.length).toBeGreaterThan(15)
    const checked = promisify(execFile)(emulator.python, [join(import.meta.dirname, 'known_commands.py')])
    checked.child.stdin?.end(JSON.stringify(commands))
    expect(JSON.parse((await checked).stdout)).toEqual([])
  }, 60_000)

  describeDeployments(accountOf, open)
  describeRotation(accountOf, open)
  describeRestore(accountOf, open)
  describePlanted(accountOf, open)
  describeFirstReturn(accountOf, open)
  describeNotifications(accountOf, open)
})
