import '../scripts/require-node-24.mjs'

await import('./main.ts')
