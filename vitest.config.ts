import { defineConfig } from 'vitest/config'
import { unitTimes } from './tools/file-times.ts'

const nowhere = ['**/node_modules/**', '**/build/**']

/** Files that change what a whole process has, its modules included, or kill processes: each in a process of its own. */
const alone = [
  'server/**/*.test.ts',
  'packages/{database,http,proof-of-work,tls-fingerprint}/src/**/*.test.ts',
  'benchmarks/{attack-cost,bot-lab,policies}/*.test.ts',
  'services/identity/src/account/same-work.test.ts',
]

export default defineConfig({
  test: {
    // One PostgreSQL for all files that ask for one.
    globalSetup: 'packages/testing/src/share-test-server.ts',
    setupFiles: ['packages/testing/src/forget-stubs.ts', 'packages/testing/src/seed-random-tests.ts'],
    // Tests that ask a PostgreSQL or kill processes share two cores with each other.
    maxWorkers: 2,
    reporters: ['default', unitTimes],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        // Loading the same modules over and over costs more than most tests do, so these files share processes.
        test: {
          name: 'together',
          include: ['{packages,services,client}/*/src/**/*.test.ts', 'sites/*/app/**/*.test.ts'],
          exclude: [...nowhere, ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude: nowhere } },
      './sites/vitest.config.ts',
    ],
  },
})
