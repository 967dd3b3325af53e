import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { leanLaunchOptions } from './lean-browser.ts'

export default defineConfig({
  testDir: '.',
  // They have a lockfile of their own; `npm run nightly` installs them.
  testIgnore: existsSync(new URL('./libraries/more/node_modules', import.meta.url)) ? [] : '**/libraries/more/**',
  outputDir: './results',
  // Four journeys at a time share one product on two cores, since most of a journey is waiting. Those of one file come one after the other.
  workers: 4,
  fullyParallel: false,
  // Patience costs nothing where all is well, and machines that do much else are slow.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // A journey that passes only the second time has a fault, or the product has one.
  retries: 0,
  globalSetup: './start-product.ts',
  reporter: [[process.env['CI'] ? 'dot' : 'list'], ['../tools/file-times.ts']],
  use: { launchOptions: await leanLaunchOptions(), trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off' },
})
