import '/tmp/rev/env.ts'
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'
import { cookiesOf } from './account.ts'
import { product } from './product.ts'
const { owner, keys, refusedId } = JSON.parse(readFileSync('/tmp/rev/seed.json', 'utf8'))
const browser = await chromium.launch(await browserLaunchOptions())
for (const [n, u] of [['overview', 'overview'], ['verification', `captcha/verifications/${refusedId}`], ['set-up', 'set-up'], ['website', '']] as const) {
  const c = await browser.newContext({ viewport: { width: 360, height: 1500 }, colorScheme: 'dark' }); await c.addCookies(cookiesOf(owner)); const p = await c.newPage()
  await p.goto(n === 'website' ? `${product.website}/de/products/captcha` : `${product.dashboard}/de/solutions/${keys.solutionId}/${u}`); await p.waitForTimeout(400)
  await p.screenshot({ path: `/tmp/rev/pics/crop-${n}.png` }); await c.close()
}
await browser.close()
