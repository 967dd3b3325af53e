import { connect } from 'puppeteer-real-browser'
import type { VisitInput, Visitor } from '../visitor.ts'
import { fillWithPuppeteer, type PuppeteerPage } from './fill-form.ts'
import { chromiumPath } from './launch-paths.ts'
import { runSession } from './session.ts'

const stack = 'puppeteer-real-browser'

export const realBrowserBots: readonly Visitor[] = [
  bot('real-browser', 'puppeteer-real-browser, which opens a window', (page, input, deadline) =>
    fillWithPuppeteer(page, input, deadline),
  ),
  bot('real-browser-slow', 'puppeteer-real-browser with pauses between keys', (page, input, deadline) =>
    fillWithPuppeteer(page, input, deadline, 90),
  ),
]

function bot(
  id: string,
  describe: string,
  fill: (page: PuppeteerPage, input: VisitInput, deadline: AbortSignal) => Promise<void>,
): Visitor {
  return {
    id,
    class: 'stealth',
    half: 'seen',
    describe,
    stack,
    kind: 'bot',
    visit: (input) =>
      runSession({
        signal: input.signal,
        open: () => {
          const { width, height } = input.variation.viewport
          return connect({
            headless: false,
            disableXvfb: true,
            args: [`--window-size=${width},${height}`],
            connectOption: { defaultViewport: null },
            customConfig: {
              chromePath: chromiumPath,
              userDataDir: input.profile,
              envVars: { ...process.env, DISPLAY: input.display },
            },
          })
        },
        // Its own listener kills the process when the connection goes.
        close: ({ browser }) => browser.close(),
        use: ({ page }, deadline) => {
          // Its types stand on another release of Puppeteer.
          const driven: unknown = page
          return fill(driven as PuppeteerPage, input, deadline)
        },
      }),
  }
}
