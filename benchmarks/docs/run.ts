/**
 * What a page of the documentation weighs on a first visit, and how long the search needs for a keystroke, both in Chromium. Ends with 1
 * where a page has more than 350 kB or a keystroke needs more than 50 ms. Run: node_modules/.bin/node benchmarks/docs/run.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { browserLaunchOptions } from '@bollard/testing'
import { type Browser, chromium } from '@playwright/test'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { queries } from '../../sites/docs/app/search/queries-for-test.ts'
import { weigh } from './weigh.ts'

const weightMax = 350_000
const keystrokeMsMax = 50

const [port = 0] = await findFreePorts(1)
const origin = `http://localhost:${port}`
const elsewhere = 'http://localhost:9'
// React decides by it while it is loaded, so the site comes after it.
process.env['NODE_ENV'] = 'production'
const { startSite } = await import('@bollard/site-kit/host')
const site = await startSite({
  name: 'docs',
  pages: { build: fileURLToPath(new URL('../../sites/docs/build', import.meta.url)) },
  host: 'localhost',
  port,
  context: {
    urls: {
      website: elsewhere,
      identity: elsewhere,
      dashboard: elsewhere,
      admin: elsewhere,
      status: elsewhere,
      api: elsewhere,
      docs: origin,
    },
    apiInternalUrl: elsewhere,
    internalSecret: '',
    secure: false,
  },
})
const browser = await chromium.launch(await browserLaunchOptions())
const weights = await weighAll(browser)
const keystrokes = [...(await typeAll(browser, 'en')), ...(await typeAll(browser, 'de'))].toSorted((a, b) => a - b)
await browser.close()
await site.close()

const heaviest = weights.toSorted((one, other) => other.bytes - one.bytes)[0]
const at = (part: number) =>
  round(keystrokes[Math.min(keystrokes.length - 1, Math.floor(part * keystrokes.length))] ?? 0)
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  weight: {
    pages: weights.length,
    medianBytes: weights.map(({ bytes }) => bytes).toSorted((a, b) => a - b)[Math.floor(weights.length / 2)],
    heaviest,
  },
  search: { keystrokes: keystrokes.length, medianMs: at(0.5), p99Ms: at(0.99), worstMs: at(1) },
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('docs.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
if ((heaviest?.bytes ?? 0) > weightMax || at(1) > keystrokeMsMax) process.exitCode = 1

/** Bytes that the network carries for each page of the sitemap, in a browser that has nothing of it yet. */
async function weighAll(from: Browser): Promise<{ path: string; bytes: number }[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const left = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/gu)].map(([, address = '']) => address)
  const found: { path: string; bytes: number }[] = []
  // Most of the time of a page is the half second in which nothing more must come, so several are waited for at once.
  const weighOn = async (): Promise<void> => {
    for (let address = left.shift(); address !== undefined; address = left.shift())
      found.push({ path: new URL(address).pathname, bytes: (await weigh(from, address)).bytes })
  }
  await Promise.all(Array.from({ length: 8 }, weighOn))
  return found
}

/** Milliseconds of each keystroke of the questions of the test, typed letter by letter into the dialog. */
async function typeAll(from: Browser, language: 'en' | 'de'): Promise<number[]> {
  const page = await from.newPage()
  await page.goto(`${origin}/${language}`)
  await page.locator('docs-search:defined').waitFor()
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox')
  await input.waitFor()
  const asked = queries.filter((query) => query.language === language).map(({ query }) => query)
  const times = await input.evaluate((field, texts) => {
    if (!(field instanceof HTMLInputElement)) throw new Error('The dialog has no input')
    return texts.flatMap((text) =>
      [...text].map((_letter, index) => {
        field.value = text.slice(0, index + 1)
        const begun = performance.now()
        // The search runs within the event.
        field.dispatchEvent(new Event('input', { bubbles: true }))
        return performance.now() - begun
      }),
    )
  }, asked)
  await page.close()
  return times
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
