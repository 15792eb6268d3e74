import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Half of a start is removing types and compiling: this cache keeps the result for unchanged files.
// If its folder cannot be written to, everything is compiled again.
// Portable, so that a copy of the project can use the cache. A variable, because older versions of Node 24 have no
// option for it.
process.env.NODE_COMPILE_CACHE_PORTABLE = '1'
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
