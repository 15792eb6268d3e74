import '../scripts/require-node-24.mjs'
import '../scripts/compile-cache.mjs'

// Loaded late: an older Node would reject the types of this file before the import above could say why.
const { runServe } = await import('./serve/run.ts')
await runServe(process.argv.slice(2))
