import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const root = new URL('../../', import.meta.url)
const files = globSync('functions/*.ts', { cwd: root.pathname })
const names = files.map((file) => basename(file, '.ts'))

describe('a handler', () => {
  it('exists for each function of the template', () => {
    const template = readFileSync(new URL('serverless.yml', root), 'utf8')
    for (const name of names) expect(template).toContain(name)
    expect(names).toEqual(
      expect.arrayContaining(['form-webhook', 'shop-webhook', 'worker', 'retry', 'audit', 'operator']),
    )
  })

  it.each(files)('is only wiring: %s has at most 40 lines', (file) => {
    expect(readFileSync(new URL(file, root), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  it.each(files.filter((file) => !file.includes('webhook')))(
    'that may be sending a request is ended by Lambda only: %s',
    (file) => {
      expect(readFileSync(new URL(file, root), 'utf8')).toMatch(/middy<[^(]*\(\{ timeoutEarlyInMillis: 0 \}\)/)
    },
  )
})

describe('importing a handler', () => {
  const real = process.env
  const read: string[] = []
  beforeEach(() => {
    vi.resetModules()
    read.length = 0
    process.env = new Proxy(
      { ...real },
      {
        get: (target, name) => {
          read.push(String(name))
          return Reflect.get(target, name)
        },
      },
    )
  })
  afterEach(() => {
    process.env = real
  })

  it.each(names)('reads none of our variables: %s', async (name) => {
    const { handler } = await import(`../../functions/${name}.ts`)
    expect(handler).toBeTypeOf('function')
    const ours = /TABLE|SECRET|LOCAL_|_URL$/
    expect(read.filter((variable) => ours.test(variable))).toEqual([])
  })
})
