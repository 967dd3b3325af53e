import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,services,client}/*/src/**/*.test.ts', 'server/**/*.test.ts', 'sites/*/app/**/*.test.ts', 'benchmarks/{attack-cost,bot-lab,policies}/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**'],
    // Tests that start PostgreSQL or kill processes share two cores with each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
