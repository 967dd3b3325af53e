import { defineConfig } from '@playwright/test'
import { leanInstalledBrowser } from '../lean-browser.ts'

/** Systems that Debian has, each with Bollard's plugin and in a real browser; started by `client/test-all`. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.check.ts',
  outputDir: '../results/client-systems',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../results/client-systems.json' }]],
  use: { launchOptions: await leanInstalledBrowser() },
})
