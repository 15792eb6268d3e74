import { defineConfig } from 'vitest/config'

/**
 * Which test runs where. `npm test` runs `unit` alone: every behaviour, in process. What needs more than that is listed here by the reason,
 * and `npm run check` runs it.
 */
const processes = [
  // A process or a thread of its own, a whole `npm start`, or a database in a process of its own.
  'test/cli/init-project.test.ts',
  'test/cli/main.test.ts',
  'test/crash/sigkill.test.ts',
  'test/docs/{configuration,operations,readme,walk}.test.ts',
  'test/local/{born-at,cannot-start,killed,load-config,refused,sandbox,send,serve,start,unattended}.test.ts',
  'test/packaging/*.test.ts',
  'test/release/*.test.ts',
  'test/sandbox/{command,docs}.test.ts',
  'test/simulation/command.test.ts',
  'test/sources/add-a-sender.test.ts',
  // Fleets, and stores of thousands of events.
  'test/operator/cost-of-lists.test.ts',
  'test/workflow/{backlog-end,cold-start,drain,forms-and-shops}.test.ts',
]
/** The suites of the tables, in `unit` over tables in memory, and once more over DynamoDB Local. */
const suites = [
  'test/inbox/{accepting-inbox,due,dynamo-inbox,expiry,inbox,inbox-model,item-size,labels,list}.test.ts',
  'test/state/{audit-progress,dynamo-state,learnt,pace,records,records-model,session}.test.ts',
  'test/versions/older-items.test.ts',
]
/** Streams, and a process that asks the tables. */
const overDynamoDb = ['test/stream/*.test.ts', 'test/release/copy-table.test.ts']
const browser = ['test/browser/*.test.ts']
/** All of them over one package of the project, which a worker makes once. */
const packaged = ['test/packaging/package.test.ts', 'test/release/release.test.ts', 'test/packaged/*.test.ts']
const deployed = ['test/deployed/*.test.ts']

/** Starts one DynamoDB Local for the tests of a project. */
const globalSetup = 'test/inbox/provide-dynamodb-local.ts'

/** Projects follow each other, because each has workers of its own number. */
const project = (name: string, groupOrder: number, include: readonly string[], more: object) => ({
  extends: true as const,
  test: { name, include: [...include], sequence: { groupOrder }, ...more },
})

export default defineConfig({
  test: {
    setupFiles: ['test/children-keep-their-compile-cache.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share a worker's loaded modules: no module of this project keeps state, and loading them anew costs a third of the time.
    isolate: false,
    projects: [
      project('unit', 0, ['test/**/*.test.ts'], {
        exclude: [...processes, ...overDynamoDb, ...browser, ...packaged, ...deployed],
        maxWorkers: 2,
      }),
      // One more than the two cores of a small machine: they mostly wait.
      project('processes', 1, processes, { exclude: [...overDynamoDb, ...packaged], maxWorkers: 3 }),
      project('dynamodb', 2, [...suites, ...overDynamoDb], { globalSetup, maxWorkers: 2 }),
      project('packaged', 3, packaged, { globalSetup, maxWorkers: 1 }),
      // A deployment takes its time, the more so beside other work.
      project('deployed', 4, deployed, { testTimeout: 120_000, maxWorkers: 2 }),
      // One at a time: they measure how fast a page is.
      project('browser', 5, browser, { maxWorkers: 1 }),
    ],
    coverage: {
      provider: 'v8',
      include: ['lib/**/*.ts'],
      reporter: ['text', 'json-summary'],
      reportsDirectory: 'coverage',
      reportOnFailure: true,
      thresholds: { branches: 95 },
    },
  },
})
