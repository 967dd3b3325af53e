import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { leanInstalledBrowser, leanLaunchOptions } from './lean-browser.ts'

// They have a lockfile of their own; `npm run nightly` installs them.
const left = existsSync(new URL('./libraries/more/node_modules', import.meta.url)) ? [] : ['**/libraries/more/**']
/**
 * What the captcha thinks of a browser, and visits that it scores: in the browser that people have. All others run in the shell by day
 * (0138).
 */
const scored = [
  'collector',
  'engine-*',
  'lab',
  'main-job',
  'minimal-data',
  'private-token',
  'refusals',
  'rules',
  'step-up',
  'website-forms',
  'widget',
  'widget-hands',
].map((name) => `**/${name}.spec.ts`)

// Where Node strips the types itself, no frame of a stack has another place in its source: asking for it is a tenth of a worker's work.
if (process.env['PW_DISABLE_TS_ESM']) Reflect.deleteProperty(Error, 'prepareStackTrace')

export default defineConfig({
  testDir: '.',
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
  use: { trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off' },
  projects: [
    // Each project has workers and browsers of its own, so there are only two, and the shorter one keeps one worker: it begins first, and
    // is done before the other one is.
    { name: 'captcha', testMatch: scored, workers: 1, use: { launchOptions: await leanInstalledBrowser() } },
    { name: 'pages', testIgnore: [...left, ...scored], use: { launchOptions: await leanLaunchOptions() } },
  ],
})
