import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { ConsoleEnv } from './console-env.ts'

const types = { 'style.css': 'text/css; charset=utf-8', 'live.js': 'text/javascript; charset=utf-8' }

/** The two files that pages load: a page has no style and no script of its own. */
export function createAssets(): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>()
  for (const [name, type] of Object.entries(types)) {
    const content = readFileSync(join(import.meta.dirname, name))
    app.get(`/${name}`, (c) => c.body(content, 200, { 'content-type': type }))
  }
  return app
}
