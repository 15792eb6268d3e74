import { describe, expect, it } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { readPage } from './pages.ts'

const page = readPage('SECURITY.md')
const section = (heading: string) => (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0] ?? ''

describe('SECURITY.md', () => {
  it('says of each kind of sender what a delivery proves', () => {
    const proven = section('What each kind of sender proves')
    expect(sourceKinds.filter((kind) => !proven.includes(`\`${kind}\``))).toEqual([])
  })

  it('says how long things are kept, as the configuration has it by default', () => {
    const { days, ledgerDays } = defineConfig({ sources: { own: { kind: 'standard' } } }).retention
    const stored = section('What is stored where, and for how long')
    expect(stored).toContain(`\`retention.days\` (${days})`)
    expect(stored).toContain(`\`retention.ledgerDays\` (${ledgerDays})`)
  })

  it('says how to report a weakness in private', () => {
    expect(section('Report a weakness')).toContain('Report a vulnerability')
  })
})
