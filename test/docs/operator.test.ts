import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorCommands } from '../../lib/operator/operate.ts'
import { blocks, namesInTable, readPage } from './pages.ts'
import { openShell, type Shell } from './shell.ts'

const page = readPage('docs/operator.md')
const commands = blocks(page, 'sh')
const answers = blocks(page, 'json')

describe('docs/operator.md', () => {
  it('has a row for every command, and no other', () => {
    expect(namesInTable(page, 'command').sort()).toEqual(operatorCommands.map(({ name }) => name).sort())
  })

  it.each(operatorCommands)('names every argument of $name', ({ name, input }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? ''
    const shape = 'shape' in input ? Object.keys(input.shape as object) : []
    expect(shape.filter((argument) => !new RegExp(`\`${argument}\\??\``).test(row))).toEqual([])
  })
})

describe('the examples of docs/operator.md', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bridge-operator-'))
  let shell: Shell
  let outputs: string[] = []
  beforeAll(async () => {
    shell = await openShell('npm start', dataDir)
    outputs = await shell.run(commands)
  }, 60_000)
  afterAll(async () => {
    await shell?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('come with an answer each', () => {
    expect(commands.length).toBeGreaterThan(3)
    expect(answers).toHaveLength(commands.length)
  })

  it.each(commands.map((command, at) => ({ command: /"command": "([^"]+)"/.exec(command)?.[1], at })))(
    'show what $command answers',
    ({ at }) => {
      expect(JSON.parse(outputs[at] ?? '')).toMatchObject(JSON.parse(answers[at] ?? ''))
    },
  )
})
