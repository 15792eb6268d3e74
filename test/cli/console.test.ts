import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { operate } from '../../lib/operator/operate.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, returnRequested, worldWith } from '../workflow/world.ts'
import { person, startLambdaApi } from './lambda-api.ts'

/** Serves the console of a stage on a free port, and visits it until `visit` ends. */
async function served(visit: (url: string) => Promise<void>, world = createWorld(), isBroken = () => false) {
  const AWS_ENDPOINT_URL_LAMBDA = await startLambdaApi({
    functions: {
      'backoffice-bridge-prod-operator': async (command: unknown) => ({
        answer: isBroken() ? 'nonsense' : await operate(operatorOf(world), command),
      }),
    },
  })
  const env = {
    ...process.env,
    ...{ AWS_ACCESS_KEY_ID: person.id, AWS_SECRET_ACCESS_KEY: person.secret, AWS_REGION: 'eu-central-1' },
    AWS_ENDPOINT_URL_LAMBDA,
  }
  Object.assign(process.env, env)
  const { promise: address, resolve } = Promise.withResolvers<string>()
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>()
  const running = runCommandLine(['console', '--stage', 'prod', '--port', '0'], {
    env,
    cwd: '/',
    now: Date.now,
    fetch,
    out: (text) => resolve(/http:\/\/[\d.:]+/.exec(text)?.[0] ?? ''),
    err: () => undefined,
    onInterrupt: (stop) => {
      void interrupted.then(stop)
      return () => undefined
    },
  })
  await visit(await Promise.race([address, running.then(String)])).finally(interrupt)
  return await running
}

describe('console --stage', () => {
  it('says on the page why the stage cannot be asked', async () => {
    let isBroken = false
    await served(
      async (url) => {
        isBroken = true
        const page = await fetch(`${url}/console`)
        expect(page.status).toBe(503)
        expect(await page.text()).toContain('is not the operator of a bridge')
        const other = await fetch(`${url}/console/search`)
        expect(await other.text()).toContain('is not the operator of a bridge')
      },
      createWorld(),
      () => isBroken,
    )
  })

  it('serves the pages of a deployed stage on this machine until Ctrl-C', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    await world.finish(id)
    const code = await served(async (url) => {
      const first = await fetch(url, { redirect: 'manual' })
      expect([first.status, first.headers.get('location')]).toEqual([303, '/console'])
      const overview = await (await fetch(`${url}/console`)).text()
      expect(overview).toContain('>prod</span>')
      expect(overview).toContain(id)
      const event = await fetch(`${url}/console/event?id=${encodeURIComponent(id)}`)
      expect(event.status).toBe(200)
      expect(event.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect((await fetch(`${url}/console/style.css`)).status).toBe(200)
      const senders = await fetch(`${url}/console/senders`)
      expect(await senders.text()).toContain('npm start')
    }, world)
    expect(code).toBe(0)
  })

  it.each([
    [['--port', 'many'], /--port must be a port/],
    [['--region', 'eu-central-1'], /--region needs --stage/],
    [['--colour'], /Unknown option '--colour'/],
  ])('refuses %j', async (args, message) => {
    const unused = { env: {}, cwd: '/', now: Date.now, fetch, out: () => undefined, err: () => undefined }
    await expect(runCommandLine(['console', ...args], unused)).rejects.toThrow(message)
  })
})
