import type { SignatureScheme } from '../lib/sources/shared/signature.ts'
import { signatureSchemes } from '../lib/sources/shared/signature-schemes.ts'
import type { Delivery } from '../lib/sources/source.ts'

const schemes: Partial<Record<string, SignatureScheme>> = signatureSchemes

/** How a kind of sender signs; undefined for senders that do not sign. */
export function schemeOf(kind: string, { headers }: Pick<Delivery, 'headers'>): SignatureScheme | undefined {
  if (kind !== 'standard' && kind !== 'google-forms') return Object.hasOwn(schemes, kind) ? schemes[kind] : undefined
  return headers['svix-signature'] !== undefined && headers['webhook-signature'] === undefined
    ? schemes.svix
    : schemes.standard
}
