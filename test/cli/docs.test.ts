import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocks, readPage } from '../docs/pages.ts'
import { openShell, type Shell } from '../docs/shell.ts'

const page = readPage('docs/cli.md')
const commands = blocks(page, 'sh')
const answers = [...page.matchAll(/^```(text|json)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({ kind, text }))

describe('the examples of docs/cli.md', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bridge-cli-'))
  let shell: Shell
  let outputs: string[] = []
  beforeAll(async () => {
    shell = await openShell('npm start', dataDir)
    outputs = await shell.run(commands)
  }, 90_000)
  afterAll(async () => {
    await shell?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('come with an answer each', () => {
    expect(commands.length).toBeGreaterThan(7)
    expect(answers).toHaveLength(commands.length)
  })

  it.each(commands.map((command, at) => ({ command: command.trim().split('\n').at(-1), at })))(
    'show what happens: $command',
    ({ at }) => {
      const { kind, text } = answers[at] ?? { kind: '', text: '' }
      const output = outputs[at] ?? ''
      if (kind === 'json') expect(JSON.parse(output)).toMatchObject(JSON.parse(text))
      else expect(output.trim()).toBe(text.trim())
    },
  )
})
