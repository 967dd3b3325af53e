import { defineConfig } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'

export default defineConfig({
  testDir: '.',
  outputDir: './results',
  // One product on two cores: two journeys at a time share it, since most of a journey is waiting. Those of one file come one after the other.
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  globalSetup: './start-product.ts',
  reporter: process.env['CI'] ? 'line' : 'list',
  use: { launchOptions: await browserLaunchOptions(), trace: 'retain-on-failure' },
})
