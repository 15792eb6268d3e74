import { utc } from '../sentences.ts'
import type { SilentSource } from '../why-facts.ts'

/** Where each sender shows that it has switched its webhook off. */
const places: Readonly<Record<string, string>> = {
  shopify: 'in Settings > Notifications > Webhooks, or among the subscriptions of the app',
  woocommerce: 'in WooCommerce > Settings > Advanced > Webhooks',
  shopware: 'in Extensions > My extensions, where the app must be active',
  bigcommerce: 'by GET /v3/hooks, where is_active must be true',
  sendcloud: 'in Settings > Integrations, at the webhook of the integration',
  typeform: 'in the form > Connect > Webhooks',
  tally: 'in the form > Integrations > Webhooks',
  jotform: 'in the form > Settings > Integrations > Webhooks',
  fillout: 'in the form > Integrate > Webhook',
  'gravity-forms': 'in the form > Settings > Webhooks',
  formspree: 'in the form > Plugins > Webhooks',
  hubspot: 'in the workflow that sends it',
  'google-forms': 'in the Apps Script project of the form > Triggers and Executions',
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function about(ms: number): string {
  const [unit, length] = units.find(([, one]) => ms >= one) ?? units[2]
  const count = Math.max(1, Math.round(ms / length))
  return count === 1 ? unit : `${count} ${unit}s`
}

export const sourceSilent = ({ source, kind, lastAt, gapMs }: SilentSource): string =>
  `Nothing has come from ${source} since ${utc(lastAt)}; usually something comes about every ${about(gapMs)}. Look whether its webhook is still on${places[kind] === undefined ? '' : `: ${places[kind]}`}.`
