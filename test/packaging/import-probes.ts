import { join } from 'node:path'

/** Where, what, and a few words of the message. */
type Probe = readonly [folder: string, code: string, says: string]

export const importing = (specifier: string) => `export { probe } from '${specifier}'`

const forbidden: Probe[] = [
  ['lib/sources', importing('../inbox/event.ts'), 'knows nothing else of lib'],
  ['lib/sources', importing('../config.ts'), 'knows nothing else of lib'],
  ['lib/sources', importing('../log.ts'), 'knows nothing else of lib'],
  ['lib/back-office', importing('../inbox/event.ts'), 'knows no webhooks'],
  ['lib/back-office', importing('../sources/source.ts'), 'knows no webhooks'],
  ['lib/inbox', importing('../state/order-memory.ts'), 'knows no sources'],
  ['lib/inbox', importing('../back-office/constants.ts'), 'knows no sources'],
  ['lib/state', importing('../workflow/run.ts'), 'nothing above'],
  ['lib/state', importing('../sources/source.ts'), 'nothing above'],
  ['lib/workflow', importing('../operator/why.ts'), 'turn the import around'],
  ['lib/workflow', importing('../wire.ts'), 'turn the import around'],
  ['lib/workflow', importing('../audit/audit.ts'), 'turn the import around'],
  ['lib/workflow', importing('../../functions/worker.ts'), 'turn the import around'],
  ['lib/workflow/write-once', importing('../kinds/comment-kind.ts'), 'knows no kind of write'],
  ['lib/workflow/plan-return', importing('../write-once/write-once.ts'), 'reading and sending'],
  ['lib/workflow/find-order', importing('../write-once/write-once.ts'), 'writes nothing'],
  ['lib/back-office/http', importing('../session/session.ts'), 'turn the import around'],
  ['lib/back-office/pace', importing('../session/session.ts'), 'counts calls'],
  ['lib/back-office/session', importing('../resources/orders.ts'), 'no resources'],
  ['lib/audit', importing('../operator/why.ts'), 'turn the import around'],
  ['lib/operator', importing('../sources/registry.ts'), 'through the workflow'],
  ['lib/operator', importing('../wire.ts'), 'through the workflow'],
  ['lib', importing('./operator/why.ts'), 'knows none of them'],
  ['lib', importing('../bridge.config.ts'), 'knows none of them'],
  ['lib', importing('../local/api.ts'), 'knows none of them'],
  ['lib', importing('../cli/main.ts'), 'knows none of them'],
  ['functions', importing('../local/api.ts'), 'only connects'],
  ['functions', importing('./worker.ts'), 'only connects'],
  ['sandbox', importing('../lib/back-office/constants.ts'), 'share one mistake'],
  ['sandbox', importing('../scripts/build.ts'), 'share one mistake'],
  ['sandbox/operations', importing('../../lib/errors.ts'), 'share one mistake'],
  ['local', importing('../test/probe.ts'), 'knows nothing else'],
  ['local', importing('../cli/main.ts'), 'knows nothing else'],
  ['local/samples', importing('../../cli/main.ts'), 'knows nothing else'],
  ['cli', importing('../sandbox/probe.ts'), 'knows lib, local'],
  ['cli', importing('../functions/worker.ts'), 'knows lib, local'],
]

const forbiddenPackages: Probe[] = [
  ['lib/audit', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ['lib/workflow', importing('@aws-sdk/client-dynamodb'), 'speak to AWS'],
  ['lib/operator', importing('@aws-sdk/client-lambda'), 'speak to AWS'],
  ['lib/back-office', importing('@smithy/node-http-handler'), 'speak to AWS'],
  ['functions', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ['lib', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ['sandbox', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ...['lib', 'lib/back-office', 'lib/inbox', 'lib/operator', 'lib/sources', 'lib/state', 'lib/workflow'].flatMap(
    (folder): Probe[] => [
      [folder, importing('node:timers/promises'), 'Time and chance are passed in'],
      [folder, importing('timers'), 'Time and chance are passed in'],
      [folder, importing('node:process'), 'Only lib/environment.ts reads the environment'],
      [folder, importing('node:child_process'), 'use these'],
    ],
  ),
  ['lib', importing('hono'), 'use these'],
  ['lib/inbox', importing('#inside'), 'use these'],
  ['sandbox', importing('fflate'), 'use these'],
]

const otherSpellings: Probe[] = [
  ['lib/sources', importing('./../inbox/event.ts'), 'imports lib/inbox/event.ts'],
  ['lib/sources', importing('././registry/../../inbox/event.ts'), 'imports lib/inbox/event.ts'],
  ['lib/sources', `import '../inbox/event.ts'`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `import { type InboxEvent } from '../inbox/event.ts'`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `import type { InboxEvent } from '../inbox/event.ts'`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `export type { InboxEvent } from '../inbox/event.ts'`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `export * from '../inbox/event.ts'`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `export * as used from '../inbox/event.ts'`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `export const used = await import('../inbox/event.ts')`, 'imports lib/inbox/event.ts'],
  ['lib/sources', 'export const used = await import(`../inbox/event.ts`)', 'imports lib/inbox/event.ts'],
  ['lib/sources', `export type Used = import('../inbox/event.ts').InboxEvent`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `export type Used = typeof import('../inbox/event.ts')`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `import used = require('../inbox/event.ts')\nexport { used }`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `export const used = require('../inbox/event.ts')`, 'imports lib/inbox/event.ts'],
  ['lib/sources', `export const used = require.resolve('../inbox/event.ts')`, 'imports lib/inbox/event.ts'],
  ['lib/sources', 'export const used = (path: string) => import(path)', 'a computed path'],
  ['lib/sources', importing(join(import.meta.dirname, '../../lib/inbox/event.ts')), 'knows nothing else of lib'],
  ['lib/sources', `// grün 🟢\n\n${importing('../inbox/event.ts')}`, '.ts:3 imports lib/inbox/event.ts'],
]

const deeper: Probe[] = [
  ['lib/sources/shops', importing('../../inbox/event.ts'), 'knows nothing else of lib'],
  ['lib/workflow/kinds/returns', importing('../../../operator/why.ts'), 'turn the import around'],
  ['lib/back-office/http', `import type {} from '../../inbox/event.ts'`, 'Requests and answers'],
  ['lib/back-office/http', importing('@aws-sdk/client-dynamodb'), 'speak to AWS'],
  ['lib/secrets/cache', importing('../../workflow/decide.ts'), 'Secrets know no webhooks'],
  ['functions/shared', importing('../../local/api.ts'), 'only connects'],
  ['sandbox/operations/returns', importing('../../../lib/errors.ts'), 'share one mistake'],
  ['cli/commands', importing('../../sandbox/sandbox.ts'), 'knows lib, local'],
]

const unlisted: Probe[] = [
  ['lib/somewhere', 'export const probe = 1', 'has no layer: add lib/somewhere'],
  ['lib/somewhere/deep', importing('../../wire.ts'), 'has no layer: add lib/somewhere/deep'],
  ['somewhere', 'export const probe = 1', 'has no layer: add somewhere'],
]

export const allowed: readonly (readonly [folder: string, code: string])[] = [
  ['lib/sources', importing('../errors.ts')],
  ['lib/sources', importing('../parse-json.ts')],
  ['lib/sources', importing('./registry.ts')],
  ['lib/sources/shops', importing('../registry.ts')],
  ['lib/sources/shops', importing('../../errors.ts')],
  ['lib/back-office', importing('../log.ts')],
  ['lib/back-office/http', importing('node:https')],
  ['lib/inbox', importing('@aws-sdk/client-dynamodb')],
  ['lib/inbox', importing('node:util/types')],
  ['lib/state', importing('../inbox/event.ts')],
  ['lib/workflow', importing('../sources/registry.ts')],
  ['lib/workflow/kinds', importing('../find-order/find-order.ts')],
  ['lib/operator', importing('../workflow/run.ts')],
  ['lib/operator', importing('../audit/audit.ts')],
  ['lib/audit', importing('../workflow/run.ts')],
  ['lib/secrets', importing('@aws-sdk/client-secrets-manager')],
  ['functions', importing('../bridge.config.ts')],
  ['sandbox/operations', importing('../store.ts')],
  ['local', importing('../functions/worker.ts')],
  ['local', importing('node:timers/promises')],
  ['local', 'export const used = (path: string) => import(path)'],
  ['cli', importing('../local/environment.ts')],
  ['cli', importing('../lib/operator/operate.ts')],
  ['test/inbox', importing('../../lib/inbox/event.ts')],
]

export const refused: readonly Probe[] = [...forbidden, ...forbiddenPackages, ...otherSpellings, ...deeper, ...unlisted]
