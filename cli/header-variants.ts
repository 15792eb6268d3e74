import type { Delivery, SourceSettings } from '../lib/sources/source.ts'
import type { CapturedHead } from './read-headers.ts'
import { schemeOf } from './scheme-of.ts'

export type HeaderVariant = { delivery?: Delivery; settings?: SourceSettings; says: string }

type Refused = { kind: string; delivery: Delivery; settings: SourceSettings }

/** The delivery with one likely mistake in headers or address corrected, for each such mistake. */
export function headerVariants(head: CapturedHead, refused: Refused): HeaderVariant[] {
  return [...ofSignature(refused), ...ofRepeated(head, refused), ...ofAddress(head, refused)]
}

function ofSignature({ kind, delivery }: Refused): HeaderVariant[] {
  const name = schemeOf(kind, delivery)?.headers.signature
  const value = name === undefined ? undefined : delivery.headers[name]
  if (name === undefined || value === undefined) return []
  const withValue = (says: string, changed: string): HeaderVariant => ({
    delivery: { ...delivery, headers: { ...delivery.headers, [name]: changed } },
    says,
  })
  return [
    withValue(
      `It fits once the hex signature in ${name} is written as base64: the sender's code has taken the wrong one.`,
      value.replace(/[0-9a-f]{64}/i, (hex) => Buffer.from(hex, 'hex').toString('base64')),
    ),
    withValue(
      `It fits once the base64 signature in ${name} is written as hex: the sender's code has taken the wrong one.`,
      value.replace(/[A-Za-z0-9+/]{43}=/, (base64) => Buffer.from(base64, 'base64').toString('hex')),
    ),
    withValue(`It fits once the signature in ${name} is written in lower case.`, value.toLowerCase()),
    withValue(`It fits with "sha256=" before the signature in ${name}.`, `sha256=${value}`),
    withValue(`It fits without "sha256=" before the signature in ${name}.`, value.replace(/^sha256=/i, '')),
    withValue(`It fits with "v1," before the signature in ${name}.`, `v1,${value}`),
    withValue(`It fits without the quotes or spaces around ${name}.`, value.replace(/^["'\s]+|["'\s]+$/g, '')),
  ].filter((variant) => variant.delivery?.headers[name] !== value)
}

function ofRepeated(head: CapturedHead, { delivery }: Refused): HeaderVariant[] {
  const single = (pick: (values: string[]) => string | undefined) => ({
    ...delivery,
    headers: {
      ...delivery.headers,
      ...Object.fromEntries(head.repeated.map((name) => [name, pick(head.headers[name]?.split(',') ?? [])?.trim()])),
    },
  })
  if (head.repeated.length === 0) return []
  return [
    {
      delivery: single((values) => values.slice(0, values.length / 2).join(',')),
      says: 'It fits the first value of the header that came several times: a proxy has doubled it.',
    },
    {
      delivery: single((values) => values.at(-1)),
      says: 'It fits the last value of the header that came several times.',
    },
  ]
}

/** For senders that sign the address; the others ignore `publicUrl`. */
function ofAddress(head: CapturedHead, { settings }: Refused): HeaderVariant[] {
  const host = head.headers['x-forwarded-host'] ?? head.headers.host
  if (host === undefined) return []
  return ['https', 'http'].map((scheme) => ({
    settings: { ...settings, publicUrl: `${scheme}://${host}` },
    says: `It fits with publicUrl "${scheme}://${host}": that is the address the sender was given, set it in bridge.config.ts.`,
  }))
}
