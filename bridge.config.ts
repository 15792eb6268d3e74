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
    // 'any': two shops of your own with one order number would need { referrer: ... }.
    woocommerce: { kind: 'woocommerce', orders: 'any' },
    shopware: { kind: 'shopware', orders: 'any' },
    bigcommerce: { kind: 'bigcommerce', orders: 'any' },
    standard: { kind: 'standard', title: 'Your own program' },
    // Their returns get no label from the back office: Sendcloud, or the shop, sends its own.
    sendcloud: { kind: 'sendcloud', returnStatus: { announced: 9.3 } },
    typeform: { kind: 'typeform' },
    tally: { kind: 'tally' },
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
