#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// If this machine's Node is too old, use the one that npm ci installed with the project.
const windows = process.platform === 'win32'
const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
const own = fileURLToPath(new URL(`../node_modules/${name}/bin/node${windows ? '.exe' : ''}`, import.meta.url))
if (Number(process.versions.node.split('.')[0]) < 24 && existsSync(own)) {
  const again = [fileURLToPath(import.meta.url)].concat(process.argv.slice(2))
  const { status } = spawnSync(own, again, { stdio: 'inherit' })
  process.exit(status === null ? 1 : status)
}

await import('../scripts/require-node-24.mjs')
await import('../scripts/compile-cache.mjs')
await import('./main.ts')
