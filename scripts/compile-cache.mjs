import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Half of a start is stripping types and compiling; what has not changed since the last start is read from here instead.
// A folder that cannot be written to is no error: then everything is compiled anew.
// By places relative to that folder: a copy of the project finds what the project has compiled. Older versions of 24 take no such option.
process.env.NODE_COMPILE_CACHE_PORTABLE = '1'
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
