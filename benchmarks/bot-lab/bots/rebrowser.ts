import { chromium } from 'rebrowser-playwright-core'
import puppeteer from 'rebrowser-puppeteer-core'
import type { Visitor } from '../visitor.ts'
import { headed as playwrightHeaded, playwrightBot } from './drive-playwright.ts'
import { headed, headless, puppeteerBot } from './drive-puppeteer.ts'
import { typeWithPlaywright } from './fill-form.ts'
import { chromeOn, chromiumFlags, hideAutomation } from './launch-paths.ts'

const stack = 'rebrowser'

/** Both forks never call `Runtime.enable` by themselves. */
export const rebrowserBots: readonly Visitor[] = [
  puppeteerBot({
    stack,
    launcher: puppeteer,
    id: 'rebrowser-puppeteer-headless',
    class: 'stealth',
    describe: 'rebrowser-puppeteer, headless',
    options: () => headless(),
    delay: 30,
  }),
  puppeteerBot({
    stack,
    launcher: puppeteer,
    id: 'rebrowser-puppeteer-headed',
    class: 'stealth',
    describe: 'rebrowser-puppeteer with a window and AutomationControlled off',
    options: (input) => headed(input, hideAutomation),
    delay: 80,
  }),
  playwrightBot({
    stack,
    launcher: chromium,
    id: 'rebrowser-playwright-headless',
    class: 'stealth',
    describe: 'rebrowser-playwright, headless under the user agent of a real Chrome, AutomationControlled off',
    options: () => ({ args: [...chromiumFlags, hideAutomation] }),
    context: ({ variation: { userAgent, viewport } }) => ({ viewport, userAgent: userAgent ?? chromeOn('linux') }),
  }),
  playwrightBot({
    stack,
    launcher: chromium,
    id: 'rebrowser-playwright-headed',
    class: 'stealth',
    describe: 'rebrowser-playwright with a window and AutomationControlled off',
    options: (input) => playwrightHeaded(input, hideAutomation),
    context: () => ({ viewport: null }),
    fill: typeWithPlaywright,
  }),
]
