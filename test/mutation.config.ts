import { defineConfig } from 'vitest/config'

/** For `npm run mutate`: tests that start a process would run it unmutated, and the long ones would run for every mutant. */
export default defineConfig({
  test: {
    include: ['test/{sources,workflow,inbox,back-office}/**/*.test.ts'],
    exclude: ['test/workflow/crash-points.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
