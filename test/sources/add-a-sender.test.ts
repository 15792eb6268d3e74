import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { operate, run, temporaryFolder, until } from '../local/running-stack.ts'
import { copyProject, root } from '../packaging/copy-project.ts'

/** The code of the five steps, as docs/senders.md prints it. */
function documentedSteps(): string[] {
  const [, section = ''] = readFileSync(join(root, 'docs/senders.md'), 'utf8').split('\n## Add a sender\n')
  const blocks = [...section.matchAll(/\n {3}```(?:ts|json)\n(.*?)\n {3}```/gs)]
  return blocks.map(([, code = '']) => code.replaceAll(/^ {3}/gm, ''))
}

function follow(folder: string): void {
  const [sender = '', config = '', secret = '', sample = '', entry = ''] = documentedSteps()
  const write = (file: string, text: string) => writeFileSync(join(folder, file), `${text}\n`)
  mkdirSync(join(folder, 'senders'))
  write('senders/acme.ts', sender)
  write('bridge.config.ts', config)
  const secrets = JSON.parse(readFileSync(join(folder, 'local/secrets.json'), 'utf8'))
  write('local/secrets.json', JSON.stringify({ ...secrets, sources: JSON.parse(secret) }))
  mkdirSync(join(folder, 'local/samples/acme'))
  write('local/samples/acme/return.json', sample)
  const index = readFileSync(join(folder, 'local/samples/index.ts'), 'utf8')
  const start = 'export const samples: Record<string, Record<string, Sample>> = {\n'
  expect(index).toContain(start)
  write('local/samples/index.ts', index.replace(start, `${start}  ${entry}\n`))
}

describe('the five documented steps', () => {
  it('add a sender without a change in lib, and its sample becomes a return in the back office', {
    timeout: 60_000,
  }, async () => {
    const folder = await copyProject(temporaryFolder())
    follow(folder)
    await expect(typesOf(folder)).resolves.toBe('')
    const env = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: ':memory:' }
    const stack = run(join(folder, 'local/start.mjs'), [], env)
    await until('the banner', () => stack.output().includes('Ctrl-C'), 30_000)
    const [, url = ''] = /Webhooks\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(stack.output()) ?? []
    const port = new URL(url).port
    expect(await run(join(folder, 'local/send.mjs'), ['acme', 'return'], { PORT: port }).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('200 {"id":"acme/s-1","status":"accepted"}'),
    })
    const unsigned = { method: 'POST', body: readFileSync(join(folder, 'local/samples/acme/return.json')) }
    expect((await fetch(`${url}/forms/acme`, unsigned)).status).toBe(401)
    const event = await until('the end of the event', async () => {
      const { result } = await operate(url, { command: 'event.get', id: 'acme/s-1' })
      return /ready|running|waiting/.test(String(result.status)) ? undefined : result
    })
    expect(event).toMatchObject({ status: 'done', orderId: 10_002, returnIds: [expect.any(Number)] })
  })
})

/** The type errors in the files of the steps, which `bridge.config.ts` imports. */
async function typesOf(folder: string): Promise<string> {
  const settings = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))
  const include = ['bridge.config.ts', 'local/samples/index.ts']
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include }))
  const tsc = join(root, 'node_modules/.bin/tsc')
  // Each thread would check the types of the libraries again.
  return await promisify(execFile)(tsc, ['-p', folder, '--singleThreaded']).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}
