import { chromium } from '@playwright/test'
import { leanLaunchOptions } from './e2e/lean-browser.ts'
const browser = await chromium.launch(await leanLaunchOptions())
const out = '/tmp/run/ref-shots/'
const base = process.env.BASE ?? 'http://localhost:28083'
for (const spec of process.argv.slice(2)) {
  const [path = '', width = '1440', scheme = 'light', name = 'x'] = spec.split(',')
  const page = await browser.newPage({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme as 'light' })
  const said: string[] = []
  page.on('console', (m) => said.push(m.text())); page.on('pageerror', (e) => said.push(String(e)))
  const answer = await page.goto(base + path, { waitUntil: 'networkidle' })
  await page.screenshot({ path: `${out}${name}.png`, fullPage: process.env.FULL === '1' })
  const html = (await (await page.request.get(base + path)).text()).length
  console.log(path, answer?.status(), 'html', html, 'scrollWidth', await page.evaluate(() => document.documentElement.scrollWidth), said.slice(0, 3))
  await page.close()
}
await browser.close()
