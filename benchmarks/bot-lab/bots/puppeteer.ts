import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import type { Visitor } from '../visitor.ts'
import { headed, headless, puppeteerBot, type PuppeteerVariant } from './drive-puppeteer.ts'
import { chromeOn, firefoxPath, headlessShell, hideAutomation } from './launch-paths.ts'

const bot = (variant: Omit<PuppeteerVariant<Page, Browser>, 'launcher' | 'stack'>): Visitor =>
  puppeteerBot<Page, Browser>({ stack: 'puppeteer', launcher: puppeteer, ...variant })

export const puppeteerBots: readonly Visitor[] = [
  bot({
    id: 'puppeteer-headless',
    class: 'default',
    describe: 'Puppeteer as its guide starts it',
    options: () => headless(),
  }),
  bot({
    id: 'puppeteer-headed',
    class: 'default',
    describe: 'Puppeteer with a window and pauses between keys',
    options: (input) => headed(input),
    delay: 30,
  }),
  bot({
    id: 'puppeteer-headed-hidden',
    class: 'stealth',
    describe: 'Puppeteer with a window, enable-automation left out and AutomationControlled off',
    options: (input) => ({ ...headed(input, hideAutomation), ignoreDefaultArgs: ['--enable-automation'] }),
    delay: 60,
  }),
  bot({
    id: 'puppeteer-headless-agent',
    class: 'stealth',
    describe: 'headless Puppeteer with the user agent of a real Chrome, a larger viewport and AutomationControlled off',
    options: () => headless(hideAutomation),
    openPage: async (browser, { variation: { userAgent, viewport } }) => {
      const page = await browser.newPage()
      await page.setUserAgent({ userAgent: userAgent ?? chromeOn('linux') })
      await page.setViewport({ ...viewport })
      return page
    },
    delay: 40,
  }),
  bot({
    id: 'puppeteer-headless-flags',
    class: 'stealth',
    describe: 'headless Puppeteer whose user agent (on Windows, it says), window and language come by flags',
    options: ({ variation: { viewport } }) => ({
      ...headless(
        hideAutomation,
        `--user-agent=${chromeOn('windows')}`,
        `--window-size=${viewport.width},${viewport.height}`,
        '--lang=de-DE',
      ),
      defaultViewport: null,
    }),
    delay: 80,
  }),
  bot({
    id: 'puppeteer-shell',
    class: 'default',
    describe: 'Puppeteer with the old headless shell',
    options: async () => ({ ...(await headlessShell()), headless: 'shell' }),
  }),
  bot({
    id: 'puppeteer-firefox',
    class: 'default',
    describe: 'Puppeteer driving headless Firefox by WebDriver BiDi',
    options: () => ({ browser: 'firefox', executablePath: firefoxPath }),
  }),
  bot({
    id: 'puppeteer-firefox-headed',
    class: 'default',
    describe: 'Puppeteer driving Firefox with a window by WebDriver BiDi, with pauses between keys',
    options: ({ display }) => ({
      browser: 'firefox',
      executablePath: firefoxPath,
      headless: false,
      defaultViewport: null,
      env: { ...process.env, DISPLAY: display },
    }),
    delay: 50,
  }),
]
