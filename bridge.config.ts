import { defineConfig } from './lib/config/config.ts'

/**
 * What this bridge listens to. These are the demo's settings: a source of each kind under its plain name. Make it yours;
 * every setting is explained in docs/configuration.md, and mistakes are named when it is loaded.
 */
export default defineConfig({
  publicUrl: 'http://127.0.0.1:3000',
  sources: {
    shopify: { kind: 'shopify' },
    woocommerce: { kind: 'woocommerce' },
    shopware: { kind: 'shopware' },
    bigcommerce: { kind: 'bigcommerce' },
    standard: { kind: 'standard' },
    typeform: { kind: 'typeform' },
    tally: { kind: 'tally' },
    jotform: { kind: 'jotform' },
    fillout: { kind: 'fillout' },
    'gravity-forms': { kind: 'gravity-forms' },
    formspree: { kind: 'formspree' },
    hubspot: { kind: 'hubspot' },
    'google-forms': { kind: 'google-forms' },
  },
  reasons: {
    'wrong item': '2',
    defective: '3',
    damaged: '4',
  },
})
