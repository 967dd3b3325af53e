import type { FingerprintGeneratorOptions } from 'fingerprint-generator'
import { newInjectedContext, newInjectedPage } from 'fingerprint-injector'
import { chromium } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import type { Visitor } from '../visitor.ts'
import { headed as playwrightHeaded, playwrightBot } from './drive-playwright.ts'
import { headless, puppeteerBot } from './drive-puppeteer.ts'
import { typeWithPlaywright } from './fill-form.ts'
import { hideAutomation } from './launch-paths.ts'

const stack = 'fingerprint-injector'
const fingerprintOptions: Partial<FingerprintGeneratorOptions> = {
  browsers: ['chrome'],
  devices: ['desktop'],
  operatingSystems: ['windows'],
  locales: ['en-US'],
}

/** Both draw a fingerprint of a Windows machine out of Apify's statistics. */
export const fingerprintInjectorBots: readonly Visitor[] = [
  puppeteerBot({
    stack,
    launcher: puppeteer,
    id: 'injector-puppeteer',
    class: 'stealth',
    describe: 'headless Puppeteer with a fingerprint injected',
    options: () => headless(hideAutomation),
    openPage: (browser) => newInjectedPage(browser, { fingerprintOptions: copy() }),
    delay: 60,
  }),
  playwrightBot({
    stack,
    launcher: chromium,
    id: 'injector-playwright',
    class: 'stealth',
    describe: 'Playwright with a window and a fingerprint injected',
    options: (input) => playwrightHeaded(input, hideAutomation),
    openPage: async (browser) => (await newInjectedContext(browser, { fingerprintOptions: copy() })).newPage(),
    fill: typeWithPlaywright,
  }),
]

/** The library writes into what it is given. */
function copy() {
  return structuredClone(fingerprintOptions)
}
