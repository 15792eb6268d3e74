import project from '../../package.json' with { type: 'json' }

/**
 * Which files and packages a layer may import. Nothing else is allowed.
 *
 * A key is a folder at any depth (`lib/inbox`), the files directly in a folder (`lib/*`), or one file (`lib/wire.ts`).
 * The longest key that matches a file decides, so a new subfolder follows the rules of its folder until it has its own.
 * A file without a key is an error.
 */
export type Layer = {
  /** Folders and files. A layer names its own folder too if its files may import each other. */
  imports: readonly string[] | 'anything'
  /** Packages with their subpaths; `*` at the end stands for any rest. */
  packages: readonly string[] | 'anything'
  /** Whether it may import a path that is computed at run time. */
  computed?: boolean
  /** Printed with every forbidden import: what this layer is for, and what to do instead. */
  instead: string
}

/** No I/O, no time, no process. */
const pure = ['node:crypto', 'node:util', 'zod']
const aws = ['@aws-sdk/*', '@smithy/*']
const codes = ['lib/invariant.ts', 'lib/problems.ts', 'lib/reasons.ts', 'lib/write-kinds.ts']
const parsers = ['lib/parse-json.ts']
/** What makes text from outside safe to show. */
const texts = ['lib/german.ts', 'lib/plain-text.ts', 'lib/quoted.ts', 'lib/typed-text.ts']
const shared = [
  ...['lib/clock.ts', 'lib/commands.ts', 'lib/errors.ts', 'lib/log.ts', 'lib/metrics/metrics.ts', 'lib/order-label.ts'],
  ...['lib/single-flight.ts', 'lib/without-undefined.ts'],
  ...codes,
  ...texts,
]
const settings = ['lib/config']
/** What all of lib/back-office shares. */
const client = ['lib/back-office/item-store.ts', 'lib/back-office/routes.ts', 'lib/back-office/types.ts']
/** What the rooms of lib/workflow share. */
const room = [
  ...['lib/workflow/approvals.ts', 'lib/workflow/by-visitor.ts', 'lib/workflow/paused.ts', 'lib/workflow/workflow.ts'],
  ...['lib/back-office', 'lib/inbox', 'lib/state'],
]
const starters = ['scripts/compile-cache.mjs', 'scripts/require-node-24.mjs']

const bottom: Layer = {
  imports: [...shared, ...parsers],
  packages: pure,
  instead: 'All layers share this file, so it knows none of them: move what needs a layer into that layer.',
}

const surroundings =
  'lib does not know what is around it: take the value as a dependency, or move what is shared into lib.'

export const layers: Readonly<Record<string, Layer>> = {
  'lib/sources': {
    imports: [
      ...['lib/sources', 'lib/commands.ts', 'lib/errors.ts', 'lib/order-label.ts'],
      ...['lib/problems.ts', 'lib/reasons.ts', 'lib/without-undefined.ts', ...parsers, ...texts],
    ],
    packages: [...pure, 'entities'],
    instead: 'A source turns deliveries into commands and knows nothing else of lib: take the rest as an argument.',
  },
  'lib/back-office': {
    imports: ['lib/back-office', ...shared, ...parsers],
    packages: [...pure, 'entities', 'node:http', 'node:https', 'node:stream', 'node:zlib'],
    instead: 'The client of the back office knows no webhooks, tables or workflow: take the rest as a dependency.',
  },
  'lib/back-office/pace': {
    imports: [...['lib/back-office/pace', 'lib/back-office/http'], ...client, ...shared],
    packages: pure,
    instead: 'The pace counts calls and knows none of them: take what it needs as an argument.',
  },
  'lib/back-office/session': {
    imports: [
      ...['lib/back-office/session', 'lib/back-office/http', 'lib/back-office/pace'],
      'lib/back-office/resources/schemas.ts',
      ...client,
      ...shared,
    ],
    packages: pure,
    instead: 'The session knows requests and the pace, and no resources: take the rest as a dependency.',
  },
  'lib/back-office/http': {
    imports: ['lib/back-office/http', ...client, ...shared, ...parsers],
    packages: [...pure, 'node:http', 'node:https', 'node:stream', 'node:zlib'],
    instead: 'Requests and answers know no session, pace or resource: turn the import around.',
  },
  'lib/config': {
    imports: [
      ...['lib/config', 'lib/back-office', 'lib/commands.ts', 'lib/errors.ts', 'lib/reasons.ts', 'lib/sources'],
      'lib/write-kinds.ts',
    ],
    packages: pure,
    instead: 'Whoever needs a setting imports lib/config: turn the import around.',
  },
  'lib/aws': {
    imports: ['lib/aws'],
    packages: ['aws4fetch', 'node:crypto', 'node:http', 'node:https'],
    instead: 'The client that signs its own requests knows nothing of tables and secrets: take it as an argument.',
  },
  'lib/inbox': {
    imports: ['lib/inbox', ...shared],
    packages: pure,
    instead: 'The inbox knows no sources, back office, workflow or tables: take the rest as a dependency.',
  },
  'lib/state': {
    imports: ['lib/state', 'lib/back-office', 'lib/inbox', ...shared],
    packages: pure,
    instead: 'State knows the inbox and the back office, and nothing above them: take the rest as a dependency.',
  },
  'lib/tables/dynamodb': {
    imports: ['lib/tables/dynamodb', 'lib/aws', 'lib/back-office', 'lib/inbox', 'lib/state', ...shared],
    packages: [...pure, ...aws, 'node:zlib'],
    instead: 'A table stores what the rules of inbox and state decide, and nothing above them: take a dependency.',
  },
  'lib/tables/dynamodb/stores.ts': {
    imports: ['lib/tables', 'lib/secrets', 'lib/environment.ts', 'lib/lazy.ts'],
    packages: aws,
    instead: 'This file only connects the adapters: move the code into lib/tables/dynamodb.',
  },
  'lib/tables/dynamodb/webhook-stores.ts': {
    imports: ['lib/tables', 'lib/aws', 'lib/secrets', 'lib/environment.ts'],
    packages: [],
    instead: 'Webhooks must start fast: no SDK here.',
  },
  'lib/tables/stores.ts': {
    imports: ['lib/back-office', 'lib/inbox', 'lib/secrets', 'lib/state', ...shared],
    packages: [],
    instead: 'Ports alone: each build has its own adapters.',
  },
  'lib/tables/sqlite': {
    imports: [
      'lib/tables/sqlite',
      'lib/tables/stores.ts',
      'lib/secrets',
      'lib/back-office',
      'lib/inbox',
      'lib/state',
      ...shared,
    ],
    packages: [...pure, 'node:fs', 'node:path', 'node:sqlite'],
    instead:
      'The embedded store keeps what the rules of inbox and state decide, and nothing above them: take a dependency.',
  },
  'lib/workflow': {
    imports: [
      ...['lib/workflow', 'lib/back-office', 'lib/inbox', 'lib/sources', 'lib/state'],
      'lib/parse-json.ts',
      ...shared,
      ...settings,
    ],
    packages: [...pure, 'aws-lambda'],
    instead: 'Audit, operator and lib/wire.ts know the workflow: turn the import around, or take a dependency.',
  },
  'lib/workflow/find-order': {
    imports: [
      ...[
        'lib/workflow/find-order',
        'lib/workflow/plan-return',
        'lib/workflow/translate/translate-event.ts',
        'lib/sources',
      ],
      ...[...room, ...shared, ...settings],
    ],
    packages: pure,
    instead: 'Finding an order writes nothing to the back office: what is done with it belongs to a kind.',
  },
  'lib/workflow/plan-return': {
    imports: ['lib/workflow/plan-return', ...room, ...shared],
    packages: pure,
    instead: 'A plan is made from what was read: reading and sending belong to a kind.',
  },
  'lib/workflow/write-once': {
    imports: [
      ...['lib/workflow/write-once', 'lib/workflow/retry-policy.ts', 'lib/workflow/timing.ts'],
      ...[...room, ...shared],
    ],
    packages: pure,
    instead: 'The engine knows no kind of write: a kind hands in what differs.',
  },
  'lib/sentences': {
    imports: [
      ...['lib/sentences', 'lib/plain-text.ts', ...codes],
      'lib/inbox/event.ts',
      'lib/state/write-record.ts',
      'lib/workflow/plan-return/line-why.ts',
    ],
    packages: [],
    instead: 'Sentences are made from codes and facts alone.',
  },
  'lib/audit': {
    imports: [...['lib/audit', 'lib/back-office', 'lib/inbox', 'lib/state', 'lib/workflow'], ...shared, ...settings],
    packages: pure,
    instead: 'Operator and lib/wire.ts know the audit: turn the import around, or take a dependency.',
  },
  'lib/notify': {
    imports: [
      ...['lib/notify', 'lib/back-office', 'lib/inbox', 'lib/sentences', 'lib/workflow'],
      ...shared,
      ...settings,
    ],
    packages: pure,
    instead: 'Only lib/wire.ts knows who is told what: turn the import around, or take a dependency.',
  },
  'lib/operator': {
    imports: [
      ...['lib/operator', 'lib/audit', 'lib/back-office', 'lib/inbox', 'lib/sentences', 'lib/state', 'lib/workflow'],
      ...shared,
      ...settings,
      ...parsers,
    ],
    packages: pure,
    instead: 'A command reaches sources through the workflow: take the rest as a dependency from lib/wire.ts.',
  },
  'lib/metrics': {
    imports: ['lib/metrics', 'lib/log.ts'],
    packages: [],
    instead: 'Metrics are told names and numbers, and know nothing of what they count: turn the import around.',
  },
  'lib/secrets': {
    imports: [
      ...['lib/secrets', 'lib/aws', 'lib/back-office', 'lib/config', 'lib/errors.ts', 'lib/log.ts'],
      'lib/single-flight.ts',
      'lib/sources',
    ],
    packages: [...pure, ...aws],
    instead: 'Secrets know no webhooks, tables or workflow: take the rest as a dependency.',
  },
  'lib/webhook': {
    imports: [
      ...['lib/webhook', 'lib/config', 'lib/errors.ts', 'lib/inbox', 'lib/log.ts', 'lib/metrics/metrics.ts'],
      'lib/sources',
    ],
    packages: ['node:crypto', 'aws-lambda'],
    instead: 'A webhook only verifies and stores: what an event means is decided in the workflow.',
  },
  'lib/environment.ts': {
    imports: ['lib/aws', 'lib/config', 'lib/log.ts', 'lib/metrics/collect-metrics.ts'],
    packages: [],
    instead: 'This file only reads the environment: use what it reads in lib/wire.ts.',
  },
  'lib/wire.ts': {
    imports: ['lib'],
    packages: [...pure, '#stores', 'aws-lambda', 'node:timers'],
    instead: surroundings,
  },
  'lib/wire-webhooks.ts': {
    imports: ['lib'],
    packages: ['#webhook-stores', 'node:crypto', 'node:util'],
    instead: 'Webhooks must start fast: no SDK and no worker here. What else uses them belongs into lib/wire.ts.',
  },
  'lib/wire-notifier.ts': { imports: ['lib'], packages: [], instead: surroundings },
  'lib/wire-decide.ts': {
    imports: ['lib'],
    packages: ['#stores', 'node:crypto'],
    instead: 'Links may read and move events and nothing else: what needs more belongs into lib/wire.ts.',
  },
  'lib/*': bottom,

  'bridge.config.ts': {
    imports: ['lib'],
    packages: [],
    instead: 'The configuration imports defineConfig and types from lib, and nothing else.',
  },
  functions: {
    imports: ['lib', 'bridge.config.ts'],
    packages: ['@middy/core', 'aws-lambda'],
    instead: 'A function only connects lib and bridge.config.ts: move the code into lib.',
  },
  sandbox: {
    imports: ['sandbox'],
    packages: ['@hono/node-server', 'entities', 'hono', 'node:*', 'zod'],
    instead: 'Code of the bridge here would let both share one mistake: write it anew, from the specification.',
  },
  'sandbox/main.mjs': {
    imports: ['sandbox', ...starters],
    packages: [],
    instead: 'This file only starts sandbox/main.ts: move the code there.',
  },
  console: {
    imports: [
      ...['console', 'lib/inbox/event.ts', 'lib/operator/decisions.ts', 'lib/operator/operate.ts', 'lib/reasons.ts'],
      'lib/sources/report.ts',
    ],
    packages: ['hono', 'hono/*', 'node:crypto', 'node:fs', 'node:path', 'node:util'],
    instead:
      'Pages ask commands of the operator and know nothing else: ask for what is needed, or take it as an option.',
  },
  local: {
    imports: ['local', 'bridge.config.ts', 'console', 'functions', 'lib', 'sandbox', ...starters],
    packages: ['@hono/node-server', 'aws-lambda', 'hono', 'node:*', 'zod'],
    computed: true,
    instead: 'local runs functions, sandbox and lib and knows nothing else: move what is shared into lib.',
  },
  cli: {
    imports: ['cli', 'bridge.config.ts', 'console', 'lib', 'local', ...starters],
    packages: ['node:*', 'zod', 'hono', '@hono/node-server'],
    instead: 'The command line knows lib, local and the configuration: move what is shared into one of them.',
  },
  'cli/own-aws.ts': {
    imports: ['lib/aws', 'local/cannot-start.ts'],
    packages: aws,
    instead: 'This file only finds the AWS credentials of a person: take what it finds as an argument.',
  },
  infra: {
    imports: ['infra'],
    packages: [],
    instead: 'infra holds data for the deployment: move code into scripts.',
  },
  'infra/osls-resources.js': {
    imports: ['infra', 'local/load-config.ts'],
    packages: [],
    instead: 'This file only gives osls what infra makes of the configuration.',
  },
  scripts: {
    imports: ['scripts', 'local', 'package.json'],
    packages: 'anything',
    instead: 'Scripts work on the project from outside: take the file as an argument, or run it as a process.',
  },
  'scripts/bench': {
    imports: ['scripts', 'local', 'lib', 'infra', 'sandbox', 'test'],
    packages: 'anything',
    instead: 'Benchmarks play the bridge in the worlds of its tests, and know nothing else.',
  },
  test: { imports: 'anything', packages: 'anything', computed: true, instead: '' },
  'vitest.config.ts': { imports: [], packages: ['vitest'], instead: '' },
}

/** What `#stores` and its like stand for, in the build for Lambda (`default`) and in that of one process (`embedded`). */
export const chosen: Readonly<Record<string, Record<'default' | 'embedded', string>>> = project.imports

/** Files that must stay without these packages: neither they nor what they load in that build, at any depth, may load them. */
export const light: readonly {
  file: string
  build: 'default' | 'embedded'
  never: readonly string[]
  instead: string
}[] = [
  {
    file: 'lib/wire-webhooks.ts',
    build: 'default',
    never: ['zod', ...aws],
    instead: 'Webhooks load this at each cold start: read what they need by hand, without the shapes of payloads.',
  },
  ...['local/stack.ts', 'local/serve/serve.ts'].map((file) => ({
    ...{ file, build: 'embedded' as const, never: aws },
    instead: 'One process keeps all in its own store: what speaks to AWS belongs into lib/tables/dynamodb.',
  })),
]

/** Packages with a reason of their own, printed instead of the layer's sentence. */
export const guardedPackages: readonly { packages: readonly string[]; instead: string }[] = [
  {
    packages: aws,
    instead: 'Only lib/tables/dynamodb and lib/secrets speak to AWS: take a port, which lib/wire.ts builds.',
  },
  {
    packages: ['node:timers', 'timers'],
    instead: 'Time and chance are passed in: take now, sleep or random as a dependency, which lib/wire.ts passes in.',
  },
  {
    packages: ['node:process', 'process'],
    instead: 'Only lib/environment.ts reads the environment: export what you need there, or take a dependency.',
  },
]
