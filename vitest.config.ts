import { defineConfig } from 'vitest/config'

/** Tests in a browser come last and one at a time: they are the only ones that measure how fast a page is. */
const inBrowser = ['test/browser/**/*.test.ts']

export default defineConfig({
  test: {
    setupFiles: ['test/children-keep-their-compile-cache.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than the two cores of a small machine: the tests of whole processes mostly wait.
    maxWorkers: 3,
    // Files share a worker's loaded modules: no module of this project keeps state, and loading them anew costs a third of the time.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'bridge', include: ['test/**/*.test.ts'], exclude: inBrowser } },
      {
        extends: true,
        test: { name: 'browser', include: inBrowser, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
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
