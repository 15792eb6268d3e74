import { defineConfig } from './lib/config.ts'

/** The demo's configuration: a source of each kind under its plain name, served by the sandbox. Make it yours. */
export default defineConfig({
  sources: {
    standard: { kind: 'standard' },
    shopify: { kind: 'shopify', on: ['refunds/create', 'orders/cancelled'] },
  },
  reasons: {
    'wrong item': '2',
    defective: '3',
    damaged: '4',
  },
})
