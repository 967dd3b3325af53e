import { setTimeout as sleep } from 'node:timers/promises'
import { Browser, Builder, By, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { Options, ServiceBuilder } from 'selenium-webdriver/chrome.js'
import type { BotClass, VisitInput, Visitor } from '../visitor.ts'
import { email, message } from './fill-form.ts'
import { chromedriverPath, chromeOn, chromiumFlags, chromiumPath, hideAutomation } from './launch-paths.ts'
import { runSession, untilDone } from './session.ts'

interface Variant {
  readonly headed?: true
  readonly options?: (options: Options, input: VisitInput) => void
  readonly type?: (element: WebElement, text: string, input: VisitInput) => Promise<void>
}

/** What the common guides against detection write. */
function hide(options: Options): void {
  options.excludeSwitches('enable-automation')
  options.addArguments(hideAutomation)
}

/** One `sendKeys` per key with a random pause between, the usual recipe for typing "like a human". */
async function typeSlowly(
  element: WebElement,
  text: string,
  { variation: { pace, random } }: VisitInput,
): Promise<void> {
  for (const key of text) {
    await element.sendKeys(key)
    await sleep((30 + 100 * random()) * pace)
  }
}

export const seleniumBots: readonly Visitor[] = [
  bot('selenium-headless', 'default', 'Selenium, headless', {}),
  bot('selenium-headed', 'default', 'Selenium with a window', { headed: true }),
  bot('selenium-hidden', 'stealth', 'Selenium with a window, enable-automation left out and AutomationControlled off', {
    headed: true,
    options: hide,
  }),
  bot('selenium-hidden-headless', 'stealth', 'the same without a window, under the user agent of a real Chrome', {
    options: (options, { variation: { userAgent, viewport } }) => {
      hide(options)
      options.addArguments(
        `--user-agent=${userAgent ?? chromeOn('linux')}`,
        `--window-size=${viewport.width},${viewport.height}`,
      )
    },
  }),
  bot('selenium-slow', 'default', 'Selenium, headless, with random pauses between keys', { type: typeSlowly }),
  bot('selenium-slow-hidden', 'stealth', 'Selenium with a window, hidden, with random pauses between keys', {
    headed: true,
    options: hide,
    type: typeSlowly,
  }),
]

function bot(
  id: string,
  botClass: BotClass,
  describe: string,
  { headed, options: set, type = typeAtOnce }: Variant,
): Visitor {
  return {
    id,
    class: botClass,
    half: 'seen',
    describe,
    kind: 'bot',
    stack: 'selenium',
    visit: (input) =>
      runSession<WebDriver>({
        signal: input.signal,
        open: () => {
          const options = new Options()
          options.setBinaryPath(chromiumPath)
          options.addArguments(
            ...chromiumFlags,
            `--user-data-dir=${input.profile}`,
            ...(headed ? [] : ['--headless=new']),
          )
          set?.(options, input)
          const service = new ServiceBuilder(chromedriverPath).setEnvironment({
            ...environment(),
            DISPLAY: input.display,
          })
          return new Builder().forBrowser(Browser.CHROME).setChromeOptions(options).setChromeService(service).build()
        },
        close: (driver) => driver.quit(),
        use: async (driver, deadline) => {
          await driver.get(input.url)
          const field = await driver.wait(until.elementLocated(By.id('email')), 10_000)
          await type(field, email, input)
          await type(await driver.findElement(By.name('message')), message, input)
          await sleep(500 * input.variation.pace)
          await driver.findElement(By.id('send')).click()
          await untilDone(() => driver.getTitle(), deadline)
        },
      }),
  }
}

async function typeAtOnce(element: WebElement, text: string): Promise<void> {
  await element.sendKeys(text)
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
