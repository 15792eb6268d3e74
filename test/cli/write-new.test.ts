import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeNew } from '../../cli/init/write-new.ts'
import { temporaryFolder } from '../local/running-stack.ts'

describe('writeNew', () => {
  it('writes none of its files if one appears meanwhile, and leaves that one alone', () => {
    const folder = temporaryFolder()
    const file = (name: string) => ({ path: join(folder, name), text: 'new', mode: 0o600 })
    const [one, two, three] = [file('one'), file('new/two'), file('three')] as const
    writeFileSync(three.path, 'mine')
    expect(() => writeNew([one, two, three])).toThrow(/^Nothing was written: EEXIST/)
    expect(readdirSync(folder)).toEqual(['three'])
    expect(readFileSync(three.path, 'utf8')).toBe('mine')
  })

  it('gives a file that it has set aside its name back if it writes nothing', () => {
    const folder = temporaryFolder()
    const [from, to, taken] = ['one', 'one.old', 'two'].map((name) => join(folder, name)) as [string, string, string]
    writeFileSync(from, 'the old one')
    writeFileSync(taken, 'mine')
    const files = [from, taken].map((path) => ({ path, text: 'new', mode: 0o600 }))
    expect(() => writeNew(files, { from, to })).toThrow(/^Nothing was written: EEXIST/)
    expect(readdirSync(folder).sort()).toEqual(['one', 'two'])
    expect(readFileSync(from, 'utf8')).toBe('the old one')
  })

  it('follows no link to elsewhere', () => {
    const folder = temporaryFolder()
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'))
    expect(() => writeNew([{ path: join(folder, 'link'), text: 'new', mode: 0o600 }])).toThrow(/^Nothing was written/)
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })
})
