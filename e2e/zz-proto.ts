import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'
const browser = await chromium.launch(await browserLaunchOptions())
for (const n of ['landing','dashboard','widget']) { const page = await browser.newPage({ viewport: { width: 1440, height: 900 } }); await page.goto(`file:///work/shared/design/prototype/${n}.html`); await page.waitForTimeout(300); await page.screenshot({ path: `/tmp/rev/pics/proto-${n}.png`, fullPage: true }) }
await browser.close()
