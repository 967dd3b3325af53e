import { chromium as vanilla } from 'playwright-core'
import { addExtra } from 'playwright-extra'
import stealth from 'puppeteer-extra-plugin-stealth'
import type { Visitor } from '../visitor.ts'
import { headed, playwrightBot } from './drive-playwright.ts'
import { typeWithPlaywright } from './fill-form.ts'

const stack = 'playwright-extra'
const launcher = addExtra(vanilla).use(stealth())

export const playwrightExtraBots: readonly Visitor[] = [
  playwrightBot({
    stack,
    launcher,
    id: 'playwright-stealth-headless',
    class: 'stealth',
    describe: 'playwright-extra with the stealth plugin, headless',
  }),
  playwrightBot({
    stack,
    launcher,
    id: 'playwright-stealth-headed',
    class: 'stealth',
    describe: 'playwright-extra with the stealth plugin, with a window, typing key by key',
    options: (input) => headed(input),
    context: () => ({ viewport: null }),
    fill: typeWithPlaywright,
  }),
]
