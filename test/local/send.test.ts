import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { run, until } from './running-stack.ts'

it('npm run send does not mind a reader that is gone', async () => {
  const other = createServer((_, answer) => void answer.end('{}')).listen(0, '127.0.0.1')
  await until('a port', () => other.listening)
  onTestFinished(() => void other.close())
  const PORT = String((other.address() as AddressInfo).port)
  const program = run('local/send.mjs', ['shopify', 'refund'], { PORT })
  program.child.stdout?.destroy()
  expect(await program.ended).toEqual({ code: 0, output: '' })
})

it('npm run send puts nothing into a command to be copied that another program answers', async () => {
  const body = JSON.stringify({ id: 'shopify/1; touch owned', status: 'accepted' })
  const other = createServer((_, answer) => void answer.end(body)).listen(0, '127.0.0.1')
  await until('a port', () => other.listening)
  onTestFinished(() => void other.close())
  const PORT = String((other.address() as AddressInfo).port)
  const { code, output } = await run('local/send.mjs', ['shopify', 'refund'], { PORT }).ended
  expect(code).toBe(0)
  expect(output).toContain(`  answer       200 ${body}\n`)
  expect(output).not.toMatch(/npx.*touch/)
})
