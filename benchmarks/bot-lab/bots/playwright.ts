import { type Browser, chromium } from 'playwright-core'
import type { Visitor } from '../visitor.ts'
import { headed, playwrightBot, type PlaywrightVariant } from './drive-playwright.ts'
import { typeWithPlaywright } from './fill-form.ts'
import { chromeOn, chromiumFlags, headlessShell, hideAutomation } from './launch-paths.ts'

const bot = (variant: Omit<PlaywrightVariant<Browser>, 'launcher' | 'stack'>): Visitor =>
  playwrightBot({ stack: 'playwright', launcher: chromium, ...variant })

export const playwrightBots: readonly Visitor[] = [
  bot({
    id: 'playwright-headless',
    class: 'default',
    describe: 'Playwright as its guide starts it',
  }),
  bot({
    id: 'playwright-headed',
    class: 'default',
    describe: 'Playwright with a window, typing key by key',
    options: (input) => headed(input),
    context: () => ({ viewport: null }),
    fill: typeWithPlaywright,
  }),
  bot({
    id: 'playwright-headless-agent',
    class: 'stealth',
    describe: 'headless Playwright with user agent, language and time zone of a real Chrome, AutomationControlled off',
    options: () => ({ args: [...chromiumFlags, hideAutomation] }),
    context: ({ variation: { viewport, userAgent } }) => ({
      viewport,
      userAgent: userAgent ?? chromeOn('windows'),
      locale: 'en-US',
      timezoneId: 'America/New_York',
    }),
    fill: typeWithPlaywright,
  }),
  bot({
    id: 'playwright-headed-hidden',
    class: 'stealth',
    describe: 'Playwright with a window, enable-automation left out and AutomationControlled off',
    options: (input) => ({ ...headed(input, hideAutomation), ignoreDefaultArgs: ['--enable-automation'] }),
    context: () => ({ viewport: null, locale: 'de-DE', timezoneId: 'Europe/Berlin' }),
    fill: (page, input, deadline) => typeWithPlaywright(page, input, deadline, 110),
  }),
  bot({
    id: 'playwright-shell',
    class: 'default',
    describe: 'Playwright with the old headless shell',
    options: headlessShell,
  }),
  bot({
    id: 'playwright-shell-agent',
    class: 'stealth',
    describe: 'Playwright with the old headless shell under the user agent of a real Chrome',
    options: headlessShell,
    context: ({ variation: { viewport, userAgent } }) => ({ viewport, userAgent: userAgent ?? chromeOn('linux') }),
  }),
]
