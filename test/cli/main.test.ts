import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { operate } from '../../lib/operator/operate.ts'
import { fakeBridge } from '../console/fake-bridge.ts'
import { run, until } from '../local/running-stack.ts'
import { operatorOf } from '../operator/desk.ts'
import { returnRequested, worldWith } from '../workflow/world.ts'
import { person, startLambdaApi } from './lambda-api.ts'

const root = join(import.meta.dirname, '../..')
/** The first Node on this machine's PATH that is too old. */
const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((file) => {
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
    return stdout && Number(stdout.slice(1).split('.')[0]) < 24
  })

const [nobody] = /(?<=^nobody:\w*:)\d+/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
const other = { uid: Number(nobody), gid: Number(nobody), cwd: '/', env: {} }
/** Only root becomes another user, and the project may lie where that one reads nothing. */
const canBeOther =
  process.getuid?.() === 0 && nobody !== undefined && spawnSync(process.execPath, ['-v'], other).status === 0
/** Asks one after the other, and prints as whom and the statuses. */
const asking = `const [origin, asked] = JSON.parse(process.argv[1])
const statuses = []
for (const { path, ...how } of asked) statuses.push((await fetch(origin + path, { ...how, redirect: 'manual' })).status)
console.log(JSON.stringify([process.getuid(), statuses]))`

it.skipIf(!canBeOther)(
  'console --stage reads and does nothing for another user of the machine, on any page (skipped where nobody can be one)',
  async () => {
    const { world, id } = await worldWith(returnRequested({}))
    let asked = 0
    const operator = async (command: unknown) => {
      asked += 1
      return { answer: await operate(operatorOf(world), command) }
    }
    const env = {
      ...{ AWS_ACCESS_KEY_ID: person.id, AWS_SECRET_ACCESS_KEY: person.secret, AWS_REGION: 'eu-central-1' },
      AWS_ENDPOINT_URL_LAMBDA: await startLambdaApi({ functions: { 'backoffice-bridge-prod-operator': operator } }),
    }
    const program = run('cli/main.mjs', ['console', '--stage', 'prod', '--port', '0'], env)
    const printed = await until('its address', () => /http:\S+/.exec(program.output())?.[0])
    const { origin, port, searchParams } = new URL(printed)
    const before = [asked, await world.get(id)]

    const guess = searchParams.get('key')?.slice(1)
    const ways = [{}, { cookie: `bridge-session-${port}=${guess}` }, { authorization: `Bearer ${guess}` }]
    const paths = new Set(fakeBridge().app.routes.map(({ path }) => path))
    const all = [...paths].flatMap((path) =>
      ways.flatMap((way) => ['GET', 'POST'].map((method) => ({ method, path, headers: { origin, ...way } }))),
    )
    // The page that refuses has the look of all.
    const isLook = ({ method, path }: { method: string; path: string }) =>
      `${method} ${path}` === 'GET /console/style.css'
    const script = ['--input-type=module', '-e', asking, JSON.stringify([origin, all])]
    const { stdout } = await promisify(execFile)(process.execPath, script, other)
    expect(JSON.parse(stdout)).toEqual([other.uid, all.map((one) => (isLook(one) ? 200 : 403))])
    expect([asked, await world.get(id)]).toEqual(before)
    expect((await fetch(printed, { redirect: 'manual' })).status).toBe(303)
  },
)

/** What is the same in a process of its own and in this one: command-line.test.ts and stage.test.ts. */
describe('cli/main.mjs', () => {
  it('is found by npx, runs a command and ends with its exit code, without a stack', async () => {
    // npx finds the command inside the project.
    const found = spawnSync('npx', ['--no-install', 'backoffice-bridge', 'samples'], { cwd: root, encoding: 'utf8' })
    expect(found).toMatchObject({ status: 0, stdout: expect.stringContaining('local/samples/shopify/refund.json') })
    const { code, output } = await run('cli/main.mjs', ['stats'], { PORT: '1' }).ended
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Nothing answers.*\n$/) })
  })

  it('ends quietly and with its exit code if nobody reads its output', async () => {
    const { child, ended } = run('cli/main.mjs', ['samples'], {})
    child.stdout?.destroy()
    expect(await ended).toEqual({ code: 0, output: '' })
  })

  it.skipIf(olderNode === undefined)(
    "runs on the project's own Node if the machine's is too old (skipped without an older Node)",
    () => {
      const { status, stdout } = spawnSync(olderNode ?? '', ['cli/main.mjs', 'samples'], {
        cwd: root,
        encoding: 'utf8',
      })
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('shopify/refund.json') })
      const refused = spawnSync(olderNode ?? '', ['cli/main.mjs', 'verify'], { cwd: root, encoding: 'utf8' })
      const stderr = expect.stringMatching(/^Usage: npx backoffice-bridge verify /)
      expect(refused).toMatchObject({ status: 1, stderr })
    },
  )
})
