import { expect, it } from 'vitest'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'

it('knows the senders of both families by their kind', () => {
  const kindsOf = (family: string) => sourceKinds.filter((kind) => sourceOfKind(kind)?.family === family)
  expect(kindsOf('shops')).toEqual(['shopify', 'woocommerce', 'shopware', 'bigcommerce'])
  expect(kindsOf('forms')).toEqual([
    'standard',
    'typeform',
    'tally',
    'jotform',
    'fillout',
    'gravity-forms',
    'formspree',
    'hubspot',
    'google-forms',
  ])
})

it('gives every source under its own kind', () => {
  for (const kind of sourceKinds) expect(sourceOfKind(kind)?.kind).toBe(kind)
})

it.each(['', 'Shopify', 'constructor', '__proto__', 'operator'])('knows no sender %j', (kind) => {
  expect(sourceOfKind(kind)).toBeUndefined()
})

it('guards exactly the senders without a signature by a token', () => {
  expect(sourceKinds.filter((kind) => sourceOfKind(kind)?.tokenInPath)).toEqual(['jotform', 'fillout', 'gravity-forms'])
})
