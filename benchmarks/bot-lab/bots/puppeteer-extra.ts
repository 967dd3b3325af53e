import puppeteer from 'puppeteer-core'
import { addExtra } from 'puppeteer-extra'
import stealth from 'puppeteer-extra-plugin-stealth'
import type { Visitor } from '../visitor.ts'
import { headed, headless, puppeteerBot } from './drive-puppeteer.ts'
import { fillWithCursor } from './fill-with-cursor.ts'

const stack = 'puppeteer-extra'
const launcher = addExtra(puppeteer).use(stealth())

export const puppeteerExtraBots: readonly Visitor[] = [
  puppeteerBot({
    stack,
    launcher,
    id: 'stealth-headless',
    class: 'stealth',
    describe: 'puppeteer-extra with its stealth plugin, headless',
    options: () => headless(),
    delay: 50,
  }),
  puppeteerBot({
    stack,
    launcher,
    id: 'stealth-headed',
    class: 'stealth',
    describe: 'puppeteer-extra with its stealth plugin, with a window',
    options: (input) => headed(input),
    delay: 100,
  }),
  puppeteerBot({
    stack,
    launcher,
    id: 'stealth-ghost-headless',
    class: 'stealth',
    describe: 'the stealth plugin, headless, with ghost-cursor moving the pointer',
    options: () => headless(),
    fill: fillWithCursor,
  }),
  puppeteerBot({
    stack,
    launcher,
    id: 'stealth-ghost-headed',
    class: 'stealth',
    describe: 'the stealth plugin with a window and ghost-cursor moving the pointer',
    options: (input) => headed(input),
    fill: fillWithCursor,
  }),
]
