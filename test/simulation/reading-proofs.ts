import type { Reader, Step } from './reading.ts'
import { bodyOf, familyOf, form, good, reading } from './reading-proof-parts.ts'

/** How many bytes a secret has at least: those that the sender makes, those that people choose, and tokens. */
const least: Record<string, number> = {
  ...{ shopify: 8, bigcommerce: 8, hubspot: 8, woocommerce: 16, shopware: 16, typeform: 16, tally: 16, formspree: 16 },
  ...{ standard: 16, 'google-forms': 16, jotform: 24, fillout: 24, 'gravity-forms': 24 },
}
const whsec = new Set(['standard', 'google-forms'])
const secretOf = (kind: string, length: number, letter = 'k') =>
  whsec.has(kind) ? `whsec_${Buffer.from(letter.repeat(length)).toString('base64')}` : letter.repeat(length)

export const proofReaders: Reader[] = [
  /** A secret that is too short proves nothing; blanks around it do not make it longer. */
  (chance) => {
    const kind = chance.pick(Object.keys(least))
    const length = least[kind] ?? 0
    const isLong = chance.hits(0.4)
    const isBlank = !isLong && ['shopify', 'bigcommerce', 'shopware'].includes(kind) && chance.hits(0.6)
    const secret = isBlank ? ` ${secretOf(kind, length - 1)} ` : secretOf(kind, isLong ? length : length - 1)
    return reading('the length of a secret', kind, [good(kind, { secret, hears: isLong ? 'accepted' : 'refused' })], {
      secrets: [secret],
    })
  },
  /** Any secret of the list, and no other; of a list with one that is too short the others count. */
  (chance) => {
    const kind = chance.pick(Object.keys(least))
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => secretOf(kind, 30, letter)) as [string, string, string]
    const steps = [
      good(kind, { secret: chance.pick([a, b]), id: 'd-1' }),
      good(kind, { secret: c, id: 'd-2', hears: 'refused' }),
      good(kind, { secret: secretOf(kind, 5), id: 'd-3', hears: 'refused' }),
    ]
    return reading('any of the secrets', kind, steps, { secrets: [a, secretOf(kind, 5), b] })
  },
  (chance) => {
    const kind = chance.pick(Object.keys(least).filter((one) => !['jotform', 'fillout', 'gravity-forms'].includes(one)))
    return reading('another address', kind, [
      good(kind, { method: chance.pick(['GET', 'PUT']), hears: 'refused' }),
      good(kind, { behind: '/more', hears: 'refused' }),
      good(kind, { path: `/${familyOf(kind)}/other`, hears: 'refused' }),
      good(kind, { path: `/${familyOf(kind) === 'shops' ? 'forms' : 'shops'}/own`, hears: 'refused' }),
      good(kind, { path: `/${familyOf(kind)}/other`, text: 'x'.repeat(100_001), hears: 'too large' }),
      good(kind, { text: `${bodyOf(kind)}${' '.repeat(100_001 - bodyOf(kind).length)}`, hears: 'too large' }),
      good(kind, { text: `${bodyOf(kind)}${' '.repeat(100_000 - bodyOf(kind).length)}` }),
    ])
  },
  (chance) => {
    const kind = chance.pick(['jotform', 'fillout', 'gravity-forms'])
    const [token, other] = ['t.o~k_e-n'.repeat(3), 'u'.repeat(24)]
    const own = `/forms/own`
    const steps = [
      good(kind, { path: `${own}/${token}` }),
      good(kind, { path: `${own}/${other}`, text: `${form} `, hears: 'accepted' }),
      good(kind, { path: own, hears: 'refused' }),
      good(kind, { path: `${own}/`, hears: 'refused' }),
      good(kind, { path: `${own}/${token}/x`, hears: 'refused' }),
      good(kind, { path: `${own}/${token}x`, hears: 'refused' }),
      good(kind, { path: `${own}/${token.slice(1)}`, hears: 'refused' }),
      good(kind, { path: `${own}/${token}`, method: 'GET', hears: 'refused' }),
      good(kind, { path: `${own}/${'a b'.repeat(9)}`, hears: 'refused' }),
    ]
    const stored = steps.map(
      (step): Step =>
        step.hears === 'accepted' && kind !== 'jotform' && step.text !== form ? { ...step, hears: 'duplicate' } : step,
    )
    return reading('a token in the address', kind, stored, { secrets: [token, 'a b'.repeat(9), other] })
  },
  /** A secret that was just put in counts as soon as somebody signs with it. */
  (chance) => {
    const kind = chance.pick(Object.keys(least))
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => secretOf(kind, 30, letter)) as [string, string, string]
    const steps = [good(kind, { secret: b }), good(kind, { secret: c, hears: 'refused', id: 'd-2' })]
    return reading('a secret that is news', kind, steps, { secrets: [b], known: [a] })
  },
]
