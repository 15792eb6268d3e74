import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../cli/run-command-line.ts'
import { operate } from '../../lib/operator/operate.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, returnRequested, worldWith } from '../workflow/world.ts'
import { person, startLambdaApi } from './lambda-api.ts'

type Get = (path: string, init?: RequestInit) => Promise<Response>

/** Serves the console of a stage on a free port, and visits it until `visit` ends. `get`: as the browser that opened the printed address. */
async function served(
  visit: (get: Get, opened: URL) => Promise<void>,
  world = createWorld(),
  isBroken: () => boolean | Promise<boolean> = () => false,
) {
  const AWS_ENDPOINT_URL_LAMBDA = await startLambdaApi({
    functions: {
      'backoffice-bridge-prod-operator': async (command: unknown) => ({
        answer: (await isBroken()) ? 'nonsense' : await operate(operatorOf(world), command),
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
    out: (text) => resolve(/http:\/\/\S+/.exec(text)?.[0] ?? ''),
    err: () => undefined,
    onInterrupt: (stop) => {
      void interrupted.then(stop)
      return () => undefined
    },
  })
  const opened = new URL(await Promise.race([address, running.then(String)]))
  const entered = await fetch(opened, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const get: Get = (path, init) => fetch(new URL(path, opened), { ...init, headers: { cookie, ...init?.headers } })
  await visit(get, opened).finally(interrupt)
  return await running
}

describe('console --stage', () => {
  it('opens by the address that it printed, and asks the stage nothing for anybody else of this machine', async () => {
    let asked = 0
    const isAsked = () => {
      asked += 1
      return false
    }
    await served(
      async (get, opened) => {
        expect(opened.search).toMatch(/^\?key=[\w-]{43}$/)
        asked = 0
        for (const path of ['/', '/console', '/console?key=guess', '/console/event?id=a']) {
          const refused = await fetch(new URL(path, opened), { redirect: 'manual' })
          expect([path, refused.status, refused.headers.get('set-cookie')]).toEqual([path, 403, null])
        }
        const post = { method: 'POST', headers: { origin: opened.origin }, body: new URLSearchParams({ id: 'a' }) }
        expect((await fetch(new URL('/console/reveal', opened), post)).status).toBe(403)
        expect(asked).toBe(0)
        expect((await get('/console')).status).toBe(200)
      },
      createWorld(),
      isAsked,
    )
  })

  it('ends what it asks the stage for readers who have gone, so that others are answered', async () => {
    const hanging = Promise.withResolvers<boolean>()
    let hangs = false
    await served(
      async (get) => {
        expect((await get('/console')).status).toBe(200)
        hangs = true
        const reader = new AbortController()
        const pages = Array.from({ length: 20 }, () => get('/console', { signal: reader.signal }).catch(() => 'gone'))
        await new Promise((resolve) => setTimeout(resolve, 300))
        hangs = false
        reader.abort()
        expect(new Set(await Promise.all(pages))).toEqual(new Set(['gone']))
        expect((await get('/console', { signal: AbortSignal.timeout(5_000) })).status).toBe(200)
        hanging.resolve(false)
      },
      createWorld(),
      () => (hangs ? hanging.promise : false),
    )
  })

  it('says on the page why the stage cannot be asked', async () => {
    let isBroken = false
    await served(
      async (get) => {
        isBroken = true
        const page = await get('/console')
        expect(page.status).toBe(503)
        expect(await page.text()).toContain('is not the operator of a bridge')
        const other = await get('/console/search')
        expect(await other.text()).toContain('is not the operator of a bridge')
      },
      createWorld(),
      () => isBroken,
    )
  })

  it('serves the pages of a deployed stage on this machine until Ctrl-C', async () => {
    const { world, id } = await worldWith(returnRequested({}))
    await world.finish(id)
    const code = await served(async (get) => {
      const first = await get('/', { redirect: 'manual' })
      expect([first.status, first.headers.get('location')]).toEqual([303, '/console'])
      const overview = await (await get('/console')).text()
      expect(overview).toContain('>prod</span>')
      expect(overview).toContain(id)
      const event = await get(`/console/event?id=${encodeURIComponent(id)}`)
      expect(event.status).toBe(200)
      expect(event.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect((await get('/console/style.css')).status).toBe(200)
      const senders = await get('/console/senders')
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
