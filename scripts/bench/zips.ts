import { buildProject } from '../build.ts'
import type { Part } from './part.ts'
import { deliveries } from './play-aws.ts'

/** How large the zips of the functions are. */
export const zips: Part = {
  says: 'sizes of the packaged functions',
  measure: async () =>
    (await buildProject()).map(({ name, zipBytes }) => ({
      what: `${name}.zip`,
      measured: Math.ceil(zipBytes / 1_024),
      unit: ' KB',
      limit: { atMost: mostKb(name) },
    })),
}

/** The operator's function loads, of all its commands, the one that a person asks for. */
const mostKb = (name: string): number => (name in deliveries ? 60 : name === 'operator' ? 350 : 300)
