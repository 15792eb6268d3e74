import '../scripts/require-node-24.mjs'
import '../scripts/compile-cache.mjs'

await import('./main.ts')
