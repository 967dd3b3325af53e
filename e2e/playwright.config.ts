import { defineConfig } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'

export default defineConfig({
  testDir: '.',
  outputDir: './results',
  // Three journeys at a time share one product on two cores, since most of a journey is waiting. Those of one file come one after the other.
  workers: 3,
  fullyParallel: false,
  // What repeats a guarantee in more surroundings runs with `npm run test:wide`, so that everybody's run stays short.
  testIgnore: process.env['E2E_WIDE'] ? [] : ['policies.spec.ts', 'widget-in-*.spec.ts', 'widget-a11y-speech.spec.ts'],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  globalSetup: './start-product.ts',
  reporter: process.env['CI'] ? 'line' : 'list',
  use: { launchOptions: await browserLaunchOptions(), trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off' },
})
