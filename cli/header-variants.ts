import type { Delivery, Source, SourceSettings } from '../lib/sources/source.ts'
import type { CapturedHead } from './read-headers.ts'

export type HeaderVariant = { delivery?: Delivery; settings?: SourceSettings; says: string }

type Refused = { source: Source; delivery: Delivery; settings: SourceSettings }

/** The delivery with one likely mistake in headers or address corrected, for each such mistake. */
export function headerVariants(head: CapturedHead, refused: Refused): HeaderVariant[] {
  return [...ofSignature(refused), ...ofRepeated(head, refused), ...ofAddress(head, refused)]
}

function ofSignature({ source, delivery }: Refused): HeaderVariant[] {
  const name = source.schemeOf?.(delivery).headers.signature
  const value = name === undefined ? undefined : delivery.headers[name]
  if (name === undefined || value === undefined) return []
  const withValue = (says: string, changed: string): HeaderVariant => ({
    delivery: { ...delivery, headers: { ...delivery.headers, [name]: changed } },
    says,
  })
  return [
    withValue(
      `The hex signature in ${name} is right but must be base64: change the sender's code.`,
      value.replace(/[0-9a-f]{64}/i, (hex) => Buffer.from(hex, 'hex').toString('base64')),
    ),
    withValue(
      `The base64 signature in ${name} is right but must be hex: change the sender's code.`,
      value.replace(/[A-Za-z0-9+/]{43}=/, (base64) => Buffer.from(base64, 'base64').toString('hex')),
    ),
    withValue(`The signature in ${name} is right but must be in lower case.`, value.toLowerCase()),
    withValue(`The signature in ${name} is right with "sha256=" before it.`, `sha256=${value}`),
    withValue(`The signature in ${name} is right without "sha256=" before it.`, value.replace(/^sha256=/i, '')),
    withValue(`The signature in ${name} is right with "v1," before it.`, `v1,${value}`),
    withValue(
      `The signature in ${name} is right without the quotes or spaces around it.`,
      value.replace(/^["'\s]+|["'\s]+$/g, ''),
    ),
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
      says: 'The signature matches the first value of the repeated header: a proxy has doubled the header.',
    },
    {
      delivery: single((values) => values.at(-1)),
      says: 'The signature matches the last value of the repeated header.',
    },
  ]
}

/** For senders that sign the address; the others ignore `publicUrl`. */
function ofAddress(head: CapturedHead, { settings }: Refused): HeaderVariant[] {
  const host = head.headers['x-forwarded-host'] ?? head.headers.host
  if (host === undefined) return []
  return ['https', 'http'].map((scheme) => ({
    settings: { ...settings, publicUrl: `${scheme}://${host}` },
    says: `The signature matches with publicUrl "${scheme}://${host}": set it in bridge.config.ts, because the sender uses that address.`,
  }))
}
