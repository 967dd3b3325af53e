import { defineConfig } from 'vitest/config'

/** Files that touch nothing outside themselves share a process, which saves loading the same modules over and over. */
const light = [
  'packages/{bot-score,contracts,i18n,mail,network-data,score-refit,site-kit,tls-fingerprint,ui,visitor-rules}/src/**/*.test.ts',
  'client/*/src/**/*.test.ts',
  'sites/*/app/**/*.test.ts',
]

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/build/**'],
    // Tests that start PostgreSQL or kill processes share two cores with each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'light', include: light, isolate: false } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{packages,services,client}/*/src/**/*.test.ts', 'server/**/*.test.ts', 'benchmarks/{attack-cost,bot-lab,policies}/*.test.ts'],
          exclude: ['**/node_modules/**', '**/build/**', ...light],
        },
      },
    ],
  },
})
