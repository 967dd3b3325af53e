import { startSite } from './packages/site-kit/src/host/start-site.ts'
import { browserLaunchOptions } from '@bollard/testing'
import { chromium } from '@playwright/test'
const urls = { website: 'http://localhost:18080', identity: 'http://localhost:18081', dashboard: 'http://localhost:18082', api: 'http://localhost:18090' }
const site = await startSite({ name: 'website', buildDirectory: new URL('./sites/website/build', import.meta.url).pathname, host: 'localhost', port: 18080, context: { urls, apiInternalUrl: urls.api, internalSecret: 'x'.repeat(32), secure: false, demo: { siteKey: 'bsk_x', secretKey: 'y' } } })
const browser = await chromium.launch(await browserLaunchOptions())
for (const [w, theme, lang] of [[1440, 'light', 'en'], [360, 'dark', 'de'], [1440, 'dark', 'de'], [360, 'light', 'en']] as const) {
  const page = await browser.newPage({ viewport: { width: w, height: 900 }, colorScheme: theme })
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()))
  page.on('pageerror', (e) => console.log(String(e)))
  await page.goto(`http://localhost:18080/${lang}/products/captcha`)
  await page.screenshot({ path: `/tmp/shots/web-${w}-${theme}.png`, fullPage: true })
  console.log(w, await page.evaluate(() => document.documentElement.scrollWidth))
  await page.close()
}
await browser.close(); await site.close(); process.exit(0)
