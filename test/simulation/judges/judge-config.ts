import { isDeepStrictEqual } from 'node:util'
import { type Config, type ConfigInput, defineConfig } from '../../../lib/config/config.ts'
import { isForm, requiresEmail, tellsOf } from '../../../lib/config/source-family.ts'
import { createChance } from '../random.ts'
import { configMistakesOf } from './config-mistakes.ts'
import { judgeWire } from './judge-wire.ts'

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** What a configuration means, and which settings are mistakes (docs/configuration.md). In every 16th schedule also what is made of it. */
export async function judgeConfig(seed: number): Promise<string[]> {
  const chance = createChance(seed + 2 ** 26)
  const unit = chance.pick(Object.keys(units) as (keyof typeof units)[])
  const [count, other] = [chance.between(1, 999), chance.between(1, 99)]
  const given = chance.hits(0.5)
    ? {
        appearsWithin: `${count}${unit}`,
        duplicateWindow: `${other}h`,
        parcelWindow: `${other}d`,
        sameParcel: 'hold',
        formsPerOrderAndDay: chance.pick([1, 1_000]),
      }
    : {}
  const config = defineConfig({ publicUrl: 'https://hooks.example.com', sources, ...given } as ConfigInput)
  const isGiven = 'appearsWithin' in given
  const must = {
    appearsWithin: isGiven ? count * units[unit] : units.h,
    duplicateWindow: isGiven ? other * units.h : 7 * units.d,
    parcelWindow: isGiven ? other * units.d : 60 * units.d,
    ...{ sameParcel: isGiven ? 'hold' : 'link', formsPerOrderAndDay: isGiven ? given.formsPerOrderAndDay : 20 },
    ...{ retention: { days: 30, ledgerDays: 400 }, reasons: {} },
  }
  return [
    ...Object.entries(must)
      .filter(([name, value]) => !isDeepStrictEqual(config[name as 'reasons'], value))
      .map(
        ([name, value]) =>
          `misconfigured: ${name} is ${JSON.stringify(config[name as 'reasons'])}, not ${JSON.stringify(value)}`,
      ),
    ...wrongSources(config),
    ...configMistakesOf(Math.floor(seed / 2)),
    ...(seed % 16 === 0 ? await judgeWire(chance) : []),
  ]
}

const sources = {
  shop: { kind: 'shopify' },
  asking: { kind: 'woocommerce', requireEmail: true, tells: 'announcement' },
  system: { kind: 'standard' },
  strict: { kind: 'standard', requireEmail: true, tells: 'refund' },
  form: { kind: 'tally' },
  open: { kind: 'typeform', requireEmail: false },
  leaving: { kind: 'hubspot', tells: 'withdrawal', withdrawals: 'return' },
}

/** Whether the e-mail must belong to the order, whether any visitor can send it, and how it reports a parcel. */
const meaning: Record<keyof typeof sources, [boolean, boolean, string]> = {
  shop: [false, false, 'refund'],
  asking: [true, false, 'announcement'],
  system: [false, false, 'announcement'],
  strict: [true, false, 'refund'],
  form: [true, true, 'announcement'],
  open: [false, true, 'announcement'],
  leaving: [true, true, 'announcement'],
}

const wrongSources = (config: Config): string[] =>
  [...Object.entries(meaning), ['operator', [undefined, undefined, 'hand']] as const].flatMap(([name, must]) => {
    const own = config.sources[name]
    const is = [own && requiresEmail(own), own && isForm(own), tellsOf(config, name)]
    return isDeepStrictEqual(is, [...must])
      ? []
      : [`misconfigured: ${name} is ${JSON.stringify(is)}, not ${JSON.stringify(must)}`]
  })
