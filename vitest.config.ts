import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { unitTimes } from './tools/file-times.ts'
import { ServersFirst } from './tools/servers-first.ts'
import { SkippedTests } from './tools/skipped-tests.ts'

const nowhere = ['**/node_modules/**', '**/build/**']

/** Their generators have a lockfile of their own, which `npm run nightly` and `npm test -- server/generated-clients` install (0141). */
const generated = existsSync(new URL('e2e/generated-clients/node_modules', import.meta.url))
  ? []
  : ['server/generated-clients.test.ts']

/** Files that change or measure what a whole process has: each in a process of its own. */
const alone = [
  // They start the whole product and kill it.
  'server/{kill,reload,run}.test.ts',
  // Loads the verifier anew in a process that seems to have no WebAssembly.
  'packages/proof-of-work/src/equix/verify-equix.test.ts',
  // Measures the memory of its process and switches the collector on.
  'packages/proof-of-work/src/equix/create-equix-solver.test.ts',
  // Replaces a module that others have loaded.
  'services/identity/src/sign-in/same-work.test.ts',
]

export default defineConfig({
  // A package that customers install, and no workspace; the other front ends are built on it.
  resolve: {
    alias: { '@bollard/javascript': fileURLToPath(new URL('client/javascript/src/index.ts', import.meta.url)) },
    // Their folders may have frameworks of their own, to be built with.
    dedupe: ['react', 'react-dom', 'vue'],
  },
  test: {
    // One PostgreSQL for all files that ask for one.
    globalSetup: 'packages/testing/src/share-test-server.ts',
    setupFiles: ['packages/testing/src/forget-stubs.ts', 'packages/testing/src/seed-random-tests.ts'],
    // One more than the two cores that the budget counts on, since a test waits for PostgreSQL half of its time.
    maxWorkers: 3,
    reporters: ['default', unitTimes, new SkippedTests()],
    // What takes longest begins first (0124).
    sequence: { sequencer: ServersFirst },
    // Patience costs nothing where all is well, and machines that do much else are slow: what takes ten seconds on a quiet one has
    // taken half a minute. What is polled has a second from the runner.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        // Loading the same modules over and over costs more than most tests do, so these files share processes.
        test: {
          name: 'together',
          include: [
            '{packages,services,client}/*/src/**/*.test.ts',
            'server/**/*.test.ts',
            'sites/*/app/**/*.test.ts',
            'benchmarks/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...nowhere, ...alone, ...generated],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude: nowhere } },
      './sites/vitest.config.ts',
    ],
  },
})
