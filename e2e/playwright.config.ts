import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { leanInstalledBrowser, leanLaunchOptions } from './lean-browser.ts'

// They have a lockfile of their own; `npm run nightly` installs them.
const left = existsSync(new URL('./libraries/more/node_modules', import.meta.url)) ? [] : ['**/libraries/more/**']
/**
 * Journeys that use pages, and those of the widget with keys for which nobody looks at the browser (0134). All others are about the
 * captcha, which looks at the browser itself (0115).
 */
const ofPages = [
  'alerts-and-outages',
  'captcha-settings',
  'command-palette',
  'consent*',
  'dashboard-*',
  'docs*',
  'feedback',
  'identity*',
  'keyboard',
  'monitoring*',
  'pages*',
  'product-pages',
  'protection',
  'statistics',
  'status-page',
  'support',
  'test-keys',
  'throttled',
  'verification-log',
  'website',
  'widget-a11y*',
  'widget-element',
  'widget-form',
  'widget-languages',
  'widget-placement',
  'widget-script',
  'widget-settings',
  'widget-validate',
].map((name) => `**/${name}.spec.ts`)

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
    { name: 'pages', testMatch: ofPages, use: { launchOptions: await leanLaunchOptions() } },
    { name: 'captcha', testIgnore: [...left, ...ofPages], use: { launchOptions: await leanInstalledBrowser() } },
  ],
})
