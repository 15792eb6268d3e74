import { buildProject } from '../build.ts'
import type { Part } from './part.ts'
import { deliveries } from './play-aws.ts'

/** How large the zips of the functions are. */
export const zips: Part = {
  says: 'sizes of the packaged functions',
  measure: async () =>
    (await buildProject()).map(({ name, zipBytes }) => {
      const limit = { atMost: name in deliveries ? 60 : name === 'operator' ? 360 : 300 }
      return { what: `${name}.zip`, figures: [{ measured: Math.ceil(zipBytes / 1_024), unit: ' KB', limit }] }
    }),
}
