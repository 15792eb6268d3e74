import { describe, expect, it } from 'vitest'
import { loadOperatorCommands } from '../../lib/operator/operate.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { namesInTable, readPage } from './pages.ts'

const operatorCommands = await loadOperatorCommands()
const page = readPage('docs/operator.md')

describe('docs/operator.md', () => {
  it('has a row for every command, and no other', () => {
    expect(namesInTable(page, 'command').sort()).toEqual(operatorCommands.map(({ name }) => name).sort())
  })

  it('says for each finding of the audit what the audit advises', () => {
    const rows = (page.split('| finding |')[1] ?? '').split('\n').filter((line) => line.startsWith('| `'))
    const advised = rows.map((row) => row.split(' | ').map((cell) => cell.replaceAll(/[`|]/g, '').trim()))
    expect(Object.fromEntries(advised.map(([what, , toDo]) => [what, toDo]))).toEqual(languages.en.finding)
  })

  it.each(operatorCommands)('names every argument of $name', ({ name, input }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? ''
    const shape = 'shape' in input ? Object.keys(input.shape as object) : []
    expect(shape.filter((argument) => !new RegExp(`\`${argument}\\??\``).test(row))).toEqual([])
  })
})
