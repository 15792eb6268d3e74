import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlCalls } from '../../sandbox/control/control.ts'
import { faultKinds } from '../../sandbox/faults.ts'
import { type ListeningSandbox, listenSandbox } from '../../sandbox/listen.ts'
import { operations } from '../../sandbox/operations/operations.ts'
import { defaultOptions } from '../../sandbox/world.ts'
import type { Json } from './client.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8')
const examples = [...page.matchAll(/```sh\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/g)].map(([, command, answer]) => ({
  command: command ?? '',
  answer: JSON.parse(answer ?? 'null') as Json,
}))

/** Bypass any proxy of this machine. */
const direct = 'export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1\n'
const separator = '\n=====next=====\n'
let running: ListeningSandbox
let outputs: string[] = []

/** Runs all commands of the page in one shell, as a reader would. */
const runPage = async (port: number): Promise<string[]> => {
  const script = examples.map(({ command }) => command.replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`))
  const mark = `printf '${separator.replaceAll('\n', '\\n')}'\n`
  const { stdout } = await promisify(execFile)('bash', ['-c', direct + script.join(mark)])
  return stdout.split(separator)
}

beforeAll(async () => {
  running = await listenSandbox({ port: 0, seed: 'demo' })
  outputs = await runPage(running.port)
})
afterAll(async () => running.close())

describe('docs/sandbox.md', () => {
  it('shows an answer after each of its commands', () => {
    expect(examples).toHaveLength(page.split('```sh\n').length - 1)
    expect(outputs).toHaveLength(examples.length)
  })

  it.each(examples.map(({ command, answer }, at) => ({ title: command.trim().split('\n').at(-1), answer, at })))(
    'shows what the sandbox answers to: $title',
    ({ answer, at }) => {
      expect(JSON.parse(outputs[at] ?? '')).toMatchObject(answer)
    },
  )

  it.each(operations.map(({ method, template }) => `${method} ${template}`))('names the operation %s', (route) => {
    expect(page).toContain(`\`${route}\``)
  })

  it.each(controlCalls.map(({ method, path }) => ({ method, path })))('names $method $path', ({ method, path }) => {
    const rows = page.split('\n').filter((line) => /^\| `(?:GET|POST|DELETE) \//.test(line))
    const named = rows.flatMap((row) => {
      const cell = row.split(' | ')[0] ?? ''
      const route = / (\/[^\s`]*)/.exec(cell)?.[1]?.replaceAll(/\{(\w+)\}/g, ':$1')
      return [...cell.matchAll(/`(GET|POST|DELETE)\b/g)].map(([, verb]) => `${verb} ${route}`)
    })
    expect(named).toContain(`${method} ${path}`)
  })

  it.each([...faultKinds, ...Object.keys(defaultOptions)])('explains %s', (name) => {
    expect(page).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
  })

  it('names every seeded sales order and contact', () => {
    const { orders, contacts } = running.sandbox.world.store
    for (const { id, typeId } of orders.list()) if (typeId === 1) expect(page).toContain(String(id))
    for (const { id, email } of contacts.list()) expect(page).toContain(`| ${id} | ${email} |`)
  })
})
