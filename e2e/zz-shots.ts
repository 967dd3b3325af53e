import '/tmp/rev/env.ts'
import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'
import { cookiesOf } from './account.ts'
import { product } from './product.ts'
const { owner, newcomer, keys, refusedId } = JSON.parse(readFileSync('/tmp/rev/seed.json', 'utf8'))
const [,, only = '.', combos = 'wl,nd'] = process.argv
const S = (p: string) => (l: string) => `${product.dashboard}/${l}/solutions/${keys.solutionId}/${p}`
const places: [string, (l: string) => string, any?][] = [
  ['website', (l) => `${product.website}/${l}/products/captcha`],
  ['website-not-found', (l) => `${product.website}/${l}/nowhere`],
  ...['sign-up', 'sign-in', 'check-your-mail', 'first-admin', 'mailbox', 'sign-out', 'verify-email?token=x'].map((p) => [`identity-${p.replace(/\?.*/, '')}`, (l: string) => `${product.identity}/${l}/${p}`] as any),
  ['dashboard-empty', (l) => `${product.dashboard}/${l}/dashboard`, newcomer],
  ['captchas-empty', (l) => `${product.dashboard}/${l}/captchas`, newcomer],
  ['dashboard', (l) => `${product.dashboard}/${l}/dashboard`, owner],
  ['captchas', (l) => `${product.dashboard}/${l}/captchas`, owner],
  ['solution-creation', (l) => `${product.dashboard}/${l}/solution-creation`, owner],
  ['set-up', S('set-up'), owner], ['overview', S('overview'), owner], ['overview24', S('overview?period=24h'), owner], ['verifications', S('captcha/verifications'), owner],
  ['verification', S(`captcha/verifications/${refusedId}`), owner], ['secret-key', S('secret-key'), owner], ['foreign', S('overview'), newcomer],
]
const browser = await chromium.launch(await browserLaunchOptions())
mkdirSync('/tmp/rev/pics', { recursive: true })
const sizes: any = { w: { width: 1440, height: 900 }, n: { width: 360, height: 740 }, m: { width: 768, height: 900 }, z: { width: 720, height: 450 } }
for (const combo of combos.split(',')) for (const [name, url, as] of places) {
  if (!new RegExp(only).test(name)) continue
  const dark = combo.includes('d')
  const context = await browser.newContext({ viewport: sizes[combo[0]!], colorScheme: dark ? 'dark' : 'light', ...(combo.includes('f') ? { forcedColors: 'active' as const } : {}) , ...(combo.includes('x') ? { javaScriptEnabled: false } : {}) })
  if (as) await context.addCookies(cookiesOf(as))
  const page = await context.newPage()
  await page.goto(url(combo.includes('E') ? 'en' : dark ? 'de' : 'en'), { waitUntil: 'load' })
  await page.waitForTimeout(250)
  await page.screenshot({ path: `/tmp/rev/pics/${name}-${combo}.png`, fullPage: true })
  await context.close()
}
await browser.close()
