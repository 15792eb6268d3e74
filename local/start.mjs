import '../scripts/require-node-24.mjs'
import '../scripts/compile-cache.mjs'

// Loaded only now: an older Node would refuse the file's types before the line above could say why.
await import('./start.ts')
