import type { Socket } from 'node:net'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SharedStack, startShared } from '../local/running-stack.ts'
import { findChromium } from './find-chromium.ts'

const program = findChromium(process.env)
const why = program === undefined ? ' (not run: there is no Chromium; CHROMIUM_PATH can name one)' : ''

export type Visit = {
  /** The bridge of `npm start`, in a process of its own with everything in memory. */
  stack: SharedStack
  /** A new browser window, as of another person; each page's errors fail the test. */
  person: (options?: BrowserContextOptions) => Promise<Page>
}

/** The environment of `npm start`, or what prepares it. */
type Env = Record<string, string> | (() => Promise<Record<string, string>>)

/** Both end with this process, which the files that share them run in, one after the other. */
let opened: Promise<Browser> | undefined
let shared: Promise<SharedStack> | undefined

const open = (): Promise<Browser> =>
  // It signals nothing but the browser that it starts itself.
  chromium.launch({ executablePath: program ?? '', args: ['--disable-dev-shm-usage'] })

/** As if npm had started it: it stops when this process is gone. */
async function share(): Promise<SharedStack> {
  const stack = await startShared({ npm_lifecycle_event: 'start' })
  const { child } = stack.program
  child.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as unknown as Socket | null)?.unref()
  return stack
}

/**
 * Tests in a real browser. Without `env` over a bridge that several files share: they name no order and no event of each other. With it
 * over a bridge of their own. Without a browser they are skipped, and fail where nothing may be left out.
 */
export function describeInBrowser(title: string, tests: (visit: () => Visit) => void, env?: Env) {
  if (program === undefined && process.env.CI) {
    it(`${title}: there is a Chromium`, () => {
      throw new Error('No Chromium was found: install it, or name it in CHROMIUM_PATH.')
    })
  }
  describe.skipIf(program === undefined)(`${title}${why}`, () => {
    let browser: Browser
    let stack: SharedStack
    const said: string[] = []
    beforeAll(async () => {
      opened ??= open()
      const starting = async () => {
        if (env !== undefined) return await startShared(typeof env === 'function' ? await env() : env)
        shared ??= share()
        return await shared
      }
      ;[stack, browser] = await Promise.all([starting(), opened])
    }, 120_000)
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      expect(said.splice(0)).toEqual([])
    })
    afterAll(async () => {
      if (env !== undefined) await stack?.end()
    })
    const person: Visit['person'] = async (options = {}) => {
      const context = await browser.newContext({ baseURL: stack.url, ...options })
      context.setDefaultTimeout(20_000)
      await context.addCookies([{ name: 'bridge-by', value: 'Kim', url: `${stack.url}/console` }])
      const page = await context.newPage()
      context.on('weberror', (error) => said.push(error.error().message))
      context.on('console', (message) => {
        // A page that refuses says so by its status, and the browser repeats that.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          said.push(message.text())
      })
      return page
    }
    tests(() => ({ stack, person }))
  })
}
