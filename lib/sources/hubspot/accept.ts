import type { FormSender } from '../shared/accept-form.ts'

/** HubSpot decodes these in the address before it signs it (validating requests, version 3). */
const decoded = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

/** The signed address is built from `publicUrl`, because anyone can write a Host header. */
const addressOf: FormSender['uri'] = ({ path, query }, publicUrl) => {
  if (!publicUrl) return undefined
  const uri = `${publicUrl.replace(/\/+$/, '')}${path}${query ? `?${query}` : ''}`
  return uri.replace(decoded, (escaped) => decodeURIComponent(escaped))
}

export const hubspotSender = {
  kind: 'hubspot',
  proof: {
    signs: 'method+uri+body+time',
    encoding: 'base64',
    headers: { signature: 'x-hubspot-signature-v3', time: 'x-hubspot-request-timestamp' },
  },
  makesSecret: true,
  uri: addressOf,
} as const satisfies FormSender
