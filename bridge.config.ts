import { defineConfig } from './lib/config/config.ts'

/**
 * The settings of this bridge. These are the demo's: a source of each kind, named after it. Replace them with your own:
 * docs/configuration.md explains every setting, and a start reports every mistake.
 */
export default defineConfig({
  publicUrl: 'http://127.0.0.1:3000',
  returnStatus: { announced: 9.01 },
  sources: {
    shopify: { kind: 'shopify', returns: 'approved' },
    woocommerce: { kind: 'woocommerce' },
    shopware: { kind: 'shopware' },
    bigcommerce: { kind: 'bigcommerce' },
    standard: { kind: 'standard' },
    typeform: { kind: 'typeform' },
    tally: { kind: 'tally' },
    // A return with this status gets no label from the back office: the shop sends its own.
    jotform: { kind: 'jotform', returnStatus: { announced: 9.3 } },
    fillout: { kind: 'fillout' },
    'gravity-forms': { kind: 'gravity-forms' },
    formspree: { kind: 'formspree' },
    hubspot: { kind: 'hubspot' },
    'google-forms': { kind: 'google-forms' },
  },
  reasons: {
    defective: '2',
    damaged: '3',
    'wrong item': '4',
  },
})
