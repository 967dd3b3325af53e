import { setTimeout as sleep } from 'node:timers/promises'
import { remote } from 'webdriverio'
import type { VisitInput, Visitor } from '../visitor.ts'
import { email, message } from './fill-form.ts'
import { chromedriverPath, chromiumFlags, chromiumPath } from './launch-paths.ts'
import { runSession, untilDone } from './session.ts'

export const webdriverioBots: readonly Visitor[] = [
  bot('webdriverio-headless', 'WebdriverIO, headless', () => ['--headless=new']),
  bot('webdriverio-headed', 'WebdriverIO with a window', ({ viewport }) => [
    `--window-size=${viewport.width},${viewport.height}`,
  ]),
]

function bot(id: string, describe: string, flags: (variation: VisitInput['variation']) => string[]): Visitor {
  return {
    id,
    class: 'default',
    half: 'seen',
    describe,
    kind: 'bot',
    stack: 'webdriverio',
    visit: (input) =>
      runSession<WebdriverIO.Browser>({
        signal: input.signal,
        open: () => {
          const driver = { binary: chromedriverPath, spawnOpts: { env: { ...process.env, DISPLAY: input.display } } }
          return remote({
            logLevel: 'silent',
            capabilities: {
              browserName: 'chrome',
              'goog:chromeOptions': {
                binary: chromiumPath,
                args: [...chromiumFlags, `--user-data-dir=${input.profile}`, ...flags(input.variation)],
              },
              'wdio:chromedriverOptions': driver,
            },
          })
        },
        close: (browser) => browser.deleteSession({ shutdownDriver: true }),
        use: async (browser, deadline) => {
          await browser.url(input.url)
          await browser.$('#email').setValue(email)
          await browser.$('#message').setValue(message)
          await sleep(500 * input.variation.pace)
          await browser.$('#send').click()
          await untilDone(() => browser.getTitle(), deadline)
        },
      }),
  }
}
