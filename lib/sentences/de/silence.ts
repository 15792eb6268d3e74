import { utc } from '../sentences.ts'
import type { SilentSource } from '../why-facts.ts'

/** Where each sender shows that it has switched a webhook off. */
const places: Readonly<Record<string, string>> = {
  shopify: 'unter Einstellungen > Benachrichtigungen > Webhooks oder bei den Abonnements der App',
  woocommerce: 'unter WooCommerce > Einstellungen > Erweitert > Webhooks',
  shopware: 'unter Erweiterungen > Meine Erweiterungen, wo die App aktiv sein muss',
  bigcommerce: 'mit GET /v3/hooks, wo is_active true sein muss',
  sendcloud: 'unter Einstellungen > Integrationen, beim Webhook der Integration',
  typeform: 'im Formular > Connect > Webhooks',
  tally: 'im Formular > Integrations > Webhooks',
  jotform: 'im Formular > Einstellungen > Integrationen > Webhooks',
  fillout: 'im Formular > Integrate > Webhook',
  'gravity-forms': 'im Formular > Einstellungen > Webhooks',
  formspree: 'im Formular > Plugins > Webhooks',
  hubspot: 'im Workflow, der ihn sendet',
  'google-forms': 'im Apps-Script-Projekt des Formulars > Trigger und Ausführungen',
}

const units = [
  ['Tag', 'Tage', 86_400_000],
  ['Stunde', 'Stunden', 3_600_000],
  ['Minute', 'Minuten', 60_000],
] as const

function about(ms: number): string {
  const [one, several, length] = units.find(([, , unit]) => ms >= unit) ?? units[2]
  const count = Math.max(1, Math.round(ms / length))
  return count === 1 ? `etwa einmal je ${one}` : `etwa alle ${count} ${several}`
}

export const sourceSilent = ({ source, kind, lastAt, gapMs }: SilentSource): string =>
  `Von ${source} ist seit ${utc(lastAt)} nichts gekommen; sonst kommt ${about(gapMs)} etwas. Nachsehen, ob der Webhook noch an ist${places[kind] === undefined ? '' : `: ${places[kind]}`}.`
