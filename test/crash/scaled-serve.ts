import { readOptions } from '../../local/serve/options.ts'
import { serve } from '../../local/serve/serve.ts'
import { timeScale } from './bridge-process.ts'

// `serve`, whose waits are shortened as those of `npm start` can be.
await serve({ ...readOptions(process.argv.slice(2), process.env, process.cwd()), timeScale })
process.exit(0)
