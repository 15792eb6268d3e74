import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../local/listen.ts'
import { run } from './running-stack.ts'

async function portAnswering(body: string): Promise<string> {
  const { port, close } = await listen(
    createServer((_, answer) => void answer.end(body)),
    0,
  )
  onTestFinished(() => close())
  return String(port)
}

it('npm run send does not mind a reader that is gone', async () => {
  const program = run('local/send.mjs', ['shopify', 'refund'], { PORT: await portAnswering('{}') })
  program.child.stdout?.destroy()
  expect(await program.ended).toEqual({ code: 0, output: '' })
})

it('npm run send puts nothing into a command to be copied that another program answers', async () => {
  const body = JSON.stringify({ id: 'shopify/1; touch owned', status: 'accepted' })
  const { code, output } = await run('local/send.mjs', ['shopify', 'refund'], { PORT: await portAnswering(body) }).ended
  expect(code).toBe(0)
  expect(output).toContain(`  answer       200 ${body}\n`)
  expect(output).not.toMatch(/npx.*touch/)
})
