import { describe, expect, it } from 'vitest'
import { operatorCommands } from '../../lib/operator/operate.ts'
import { namesInTable, readPage } from './pages.ts'

const page = readPage('docs/operator.md')

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
