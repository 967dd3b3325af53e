import { playwright } from '@vitest/browser-playwright'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vitest/config'
import { leanLaunchOptions } from '../e2e/lean-browser.ts'
import { islandStubs, serverStubs } from '../packages/site-kit/src/page-states/left-out.ts'
import { picturesFolder, showInLook, takePicture } from '../packages/site-kit/src/page-states/show-in-look.ts'

/** In the nightly run and for pictures; otherwise states take turns. */
const inEveryLanguage = picturesFolder !== undefined || Number(process.env['TEST_RUNS'] ?? 1) > 1

/** States of pages, in a real browser with the real styles. */
export default defineConfig({
  plugins: [tailwindcss(), serverStubs(), islandStubs()],
  resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-i18next', 'i18next'] },
  // All at once and before the first test, or a page would be loaded again in the middle of one.
  optimizeDeps: {
    // Made by plugins of the sites, for their servers alone.
    exclude: ['virtual:content', 'virtual:react-router/server-build'],
    include: [
      '@simplewebauthn/browser',
      'axe-core',
      'd3-scale',
      'i18next',
      'radix-ui',
      'react',
      'react-dom',
      'react-dom/client',
      'react-i18next',
      'react-router',
      'react/jsx-dev-runtime',
      'rrweb',
      'zod',
    ],
  },
  test: {
    name: 'pages',
    root: '..',
    include: ['{sites/*/app,packages/site-kit/src}/**/*.test.tsx'],
    testTimeout: inEveryLanguage ? 180_000 : 60_000,
    // As for all other tests.
    expect: { poll: { timeout: 20_000 } },
    provide: {
      areStatesPictured: picturesFolder !== undefined,
      inEveryLanguage,
    },
    // Loading the same modules again costs more than the tests do. One page more than the two cores that the budget counts on, since a page
    // waits for the runner a fifth of its time.
    isolate: false,
    maxWorkers: 3,
    // After the files that run several at a time.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      provider: playwright({ launchOptions: await leanLaunchOptions() }),
      instances: [{ browser: 'chromium' }],
      commands: { showInLook, takePicture },
    },
  },
})
