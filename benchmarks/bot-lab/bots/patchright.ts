import { type BrowserContext, chromium } from 'patchright-core'
import type { Visitor } from '../visitor.ts'
import { headed, playwrightBot } from './drive-playwright.ts'
import { typeWithPlaywright } from './fill-form.ts'
import { chromeOn, chromiumFlags, chromiumPath } from './launch-paths.ts'
import { runSession } from './session.ts'

const stack = 'patchright'

export const patchrightBots: readonly Visitor[] = [
  playwrightBot({
    stack,
    launcher: chromium,
    id: 'patchright-headless',
    class: 'stealth',
    describe: 'Patchright, headless',
  }),
  {
    id: 'patchright-headed',
    stack,
    class: 'stealth',
    half: 'seen',
    kind: 'bot',
    describe: 'Patchright as its guide wants it: a profile of its own, a window, no viewport, no user agent',
    visit: (input) =>
      runSession<BrowserContext>({
        signal: input.signal,
        open: () =>
          chromium.launchPersistentContext(input.profile, {
            executablePath: chromiumPath,
            viewport: null,
            ...headed(input),
          }),
        close: (context) => context.close(),
        use: async (context, deadline) => typeWithPlaywright(await context.newPage(), input, deadline),
      }),
  },
  playwrightBot({
    stack,
    launcher: chromium,
    id: 'patchright-headless-agent',
    class: 'stealth',
    describe: 'Patchright, headless under the user agent of a real Chrome, set by a flag',
    options: ({ variation: { userAgent, viewport } }) => ({
      args: [
        ...chromiumFlags,
        `--user-agent=${userAgent ?? chromeOn('linux')}`,
        `--window-size=${viewport.width},${viewport.height}`,
      ],
    }),
    context: () => ({ viewport: null }),
    fill: typeWithPlaywright,
  }),
]
