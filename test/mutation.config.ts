import { defineConfig } from 'vitest/config'

/**
 * For `npm run mutate`: tests that start a process would run it unmutated, and the longest ones would run for every mutant.
 * `MUTATION_TESTS` (comma-separated) takes fewer: those of the subject alone answer in seconds.
 */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(',') ?? ['test/{sources,workflow,inbox,back-office}/**/*.test.ts'],
    exclude: ['test/workflow/crash-points.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
