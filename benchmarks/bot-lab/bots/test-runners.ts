import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium as olderPlaywright } from 'playwright-core-1-49'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import olderPuppeteer from 'puppeteer-core-22'
import type { VisitInput, Visitor } from '../visitor.ts'
import { endGroup, startGroup } from './child-process.ts'
import { playwrightBot } from './drive-playwright.ts'
import { headed, headless, puppeteerBot } from './drive-puppeteer.ts'
import { email, message } from './fill-form.ts'
import { chromedriverPath, chromiumFlags, chromiumPath } from './launch-paths.ts'
import { runSession } from './session.ts'

const flags = chromiumFlags.join(' ')
const texts = { email: JSON.stringify(email), message: JSON.stringify(message) }

/** Runners of tests, and older releases of what drives browsers. */
export const testRunnerBots: readonly Visitor[] = [
  puppeteerBot({
    launcher: olderPuppeteer,
    stack: 'puppeteer',
    id: 'puppeteer-22',
    class: 'default',
    describe: 'Puppeteer of two years ago, headless',
    options: () => headless(),
  }),
  puppeteerBot<Page, Browser>({
    launcher: puppeteer,
    stack: 'puppeteer',
    id: 'puppeteer-evaluate',
    class: 'default',
    describe: 'Puppeteer with a window: a script in the page sets the values',
    options: (input) => headed(input),
    fill: async (page, { url }) => {
      await page.goto(url)
      await page.evaluate(`for (const [id, text] of [['email', ${texts.email}], ['message', ${texts.message}]]) {
        const field = document.getElementById(id); field.focus(); document.execCommand('insertText', false, text) }`)
      await page.click('#send')
      await page.waitForFunction('document.title === "done"', { timeout: 45_000 })
    },
  }),
  playwrightBot({
    launcher: olderPlaywright,
    stack: 'playwright',
    id: 'playwright-1-49',
    class: 'default',
    describe: 'Playwright of two years ago, headless',
  }),
  script(
    'testcafe',
    'TestCafe, through its own proxy, which rewrites the page',
    testcafe('disableNativeAutomation: true'),
  ),
  script('testcafe-native', 'TestCafe with native automation', testcafe('')),
  script(
    'taiko',
    'Taiko, headless',
    ({ url }) => `
    import taiko from '${packageAt('taiko/bin/../lib/taiko.js')}'
    const { openBrowser, goto, write, into, click, textBox, button, closeBrowser, title } = taiko
    await openBrowser({ headless: true, args: ${JSON.stringify(chromiumFlags)} })
    await goto('${url}', { waitForNavigation: false })
    await write(${texts.email}, into(textBox({ id: 'email' })))
    await write(${texts.message}, into(textBox({ id: 'message' })))
    await click(button({ id: 'send' }), { waitForNavigation: false })
    for (let tries = 0; tries < 80 && (await title()) !== 'done'; tries++) await new Promise((resolve) => setTimeout(resolve, 500))
    await closeBrowser()
    process.exit(0)`,
  ),
  script(
    'nightwatch',
    'Nightwatch on ChromeDriver, headless',
    ({ url }) => `
    import Nightwatch from '${packageAt('nightwatch/lib/index.js')}'
    const client = Nightwatch.createClient({ headless: true, browserName: 'chrome', silent: true, output: false, useAsync: true,
      globals: {}, env: 'default', config: null, ...{ } }, {
      webdriver: { start_process: true, server_path: '${chromedriverPath}' },
      desiredCapabilities: { browserName: 'chrome', 'goog:chromeOptions': { binary: '${chromiumPath}', args: ['--headless=new', ${chromiumFlags.map((flag) => `'${flag}'`).join(', ')}] } } })
    const browser = await client.launchBrowser()
    await browser.navigateTo('${url}')
    await browser.setValue('#email', ${texts.email})
    await browser.setValue('#message', ${texts.message})
    await browser.click('#send')
    for (let tries = 0; tries < 80 && (await browser.getTitle()) !== 'done'; tries++) await browser.pause(500)
    await browser.quit()
    process.exit(0)`,
  ),
]

function testcafe(options: string): (input: VisitInput) => string {
  const entry = packageAt('testcafe/lib/index.js')
  return ({ url }) => `
    import createTestCafe from '${entry}'
    import { writeFile } from 'node:fs/promises'
    await writeFile('form.cjs', \`
      const { Selector } = require('${entry}')
      fixture('form').page('${url}')
      test('fill', async (t) => {
        await t.typeText('#email', ${texts.email}).typeText('#message', ${texts.message}).click('#send')
        await t.expect(Selector('title').textContent).eql('done', { timeout: 40000 })
      })\`)
    const cafe = await createTestCafe('localhost')
    await cafe.createRunner().src('form.cjs').browsers('chrome:${chromiumPath}:headless ${flags}')
      .run({ skipJsErrors: true, ${options} })
    await cafe.close()
    process.exit(0)`
}

function packageAt(path: string): string {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))
}

/** A script of a few lines in a process of its own, in an empty folder. */
function script(id: string, describe: string, source: (input: VisitInput) => string): Visitor {
  return {
    id,
    describe,
    kind: 'bot',
    class: 'default',
    stack: id,
    half: 'seen',
    visit: (input) =>
      runSession<ChildProcess>({
        signal: input.signal,
        open: async () => {
          const file = join(input.profile, 'script.mjs')
          await writeFile(file, source(input))
          const env = { ...process.env, DISPLAY: input.display, TAIKO_BROWSER_PATH: chromiumPath, HOME: input.profile }
          return startGroup(process.execPath, [file], env, input.profile)
        },
        close: endGroup,
        use: async (child) => {
          if (child.exitCode === null) await once(child, 'exit')
          if (child.exitCode !== 0) throw new Error(`${id} ended with ${child.exitCode}`)
        },
      }),
  }
}
