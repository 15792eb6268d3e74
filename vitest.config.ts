import { defineConfig } from 'vitest/config'

/**
 * Which test runs where. `npm test` runs `unit` alone: every behaviour, in process. What needs more than that is listed here by the reason,
 * and `npm run check` runs it.
 */
const processes = [
  // A process or a thread of its own, a whole `npm start`, a database in a process of its own, or listeners on fixed ports.
  'test/crash/**',
  'test/local/**',
  'test/packaging/*.test.ts',
  'test/release/*.test.ts',
  'test/stream/**',
  'test/cli/command-line.test.ts',
  'test/cli/init-project.test.ts',
  'test/docs/configuration.test.ts',
  'test/docs/operations.test.ts',
  'test/docs/readme.test.ts',
  'test/sandbox/command.test.ts',
  'test/sandbox/docs.test.ts',
  'test/simulation/command.test.ts',
  'test/sources/add-a-sender.test.ts',
  // Fleets and stores of thousands of events.
  'test/operator/cost-of-lists.test.ts',
  'test/workflow/backlog-end.test.ts',
  'test/workflow/cold-start.test.ts',
  'test/workflow/drain.test.ts',
  'test/workflow/forms-and-shops.test.ts',
]
const browser = ['test/browser/**']
/** All of them over one package of the project, which a worker makes once. */
const packaged = ['test/packaging/package.test.ts', 'test/release/release.test.ts', 'test/packaged/**']
const deployed = ['test/deployed/**']

const inFiles = (folders: readonly string[]) => folders.map((one) => one.replace(/\*\*$/, '**/*.test.ts'))
const project = (name: string, folders: readonly string[], more = {}) => ({
  extends: true as const,
  test: { name, include: inFiles(folders), ...more },
})

export default defineConfig({
  test: {
    setupFiles: ['test/children-keep-their-compile-cache.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share a worker's loaded modules: no module of this project keeps state, and loading them anew costs a third of the time.
    isolate: false,
    projects: [
      project('unit', ['test/**'], { exclude: [...processes, ...browser, ...packaged, ...deployed], maxWorkers: 2 }),
      // One more than the two cores of a small machine: they mostly wait.
      project('processes', processes, { exclude: packaged, maxWorkers: 3 }),
      // One at a time: they measure how fast a page is.
      project('browser', browser, { maxWorkers: 1 }),
      project('packaged', packaged, { maxWorkers: 1 }),
      // A deployment takes its time, the more so beside other work.
      project('deployed', deployed, { testTimeout: 120_000 }),
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
