import { defineConfig } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'

export default defineConfig({
  testDir: '.',
  outputDir: './results',
  // One product on two cores: journeys share it one after the other.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  globalSetup: './start-product.ts',
  reporter: process.env['CI'] ? 'line' : 'list',
  use: { launchOptions: await browserLaunchOptions(), trace: 'retain-on-failure' },
})
