import type { BotClass, VisitInput, Visitor } from '../visitor.ts'
import { fillWithPuppeteer, type PuppeteerPage } from './fill-form.ts'
import { chromiumFlags, chromiumPath } from './launch-paths.ts'
import { runSession } from './session.ts'

/** Options of `launch` that the bots set; Puppeteer, its forks and puppeteer-extra agree on them. */
export interface PuppeteerOptions {
  readonly browser?: 'chrome' | 'firefox'
  readonly executablePath?: string
  readonly headless?: boolean | 'shell'
  readonly args?: string[]
  readonly ignoreDefaultArgs?: string[]
  readonly defaultViewport?: { width: number; height: number } | null
  readonly userDataDir?: string
  readonly env?: Record<string, string | undefined>
}

/** What a bot closes in the end. */
export interface PuppeteerBrowser {
  close(): Promise<void>
  process(): { kill(signal: 'SIGKILL'): boolean } | null
}

export interface PuppeteerVariant<
  Page extends PuppeteerPage,
  Browser extends PuppeteerBrowser & { newPage(): Promise<Page> },
> {
  readonly id: string
  readonly class: BotClass
  readonly describe: string
  readonly stack: string
  readonly launcher: { launch(options: PuppeteerOptions): Promise<Browser> }
  readonly options: (input: VisitInput) => PuppeteerOptions | Promise<PuppeteerOptions>
  /** A page of the bot's own making; `newPage` by default. */
  readonly openPage?: (browser: Browser, input: VisitInput) => Promise<Page>
  /** Milliseconds between keys. */
  readonly delay?: number
  readonly fill?: (page: Page, input: VisitInput, deadline: AbortSignal) => Promise<void>
}

/** A bot on Puppeteer or something that looks the same from outside. */
export function puppeteerBot<
  Page extends PuppeteerPage,
  Browser extends PuppeteerBrowser & { newPage(): Promise<Page> },
>({
  id,
  class: botClass,
  describe,
  stack,
  launcher,
  options,
  delay,
  openPage = (browser) => browser.newPage(),
  fill = (page, input, deadline) => fillWithPuppeteer(page, input, deadline, delay),
}: PuppeteerVariant<Page, Browser>): Visitor {
  return {
    id,
    class: botClass,
    half: 'seen',
    describe,
    stack,
    kind: 'bot',
    visit: (input) =>
      runSession<Browser>({
        signal: input.signal,
        open: async () => launcher.launch({ userDataDir: input.profile, ...(await options(input)) }),
        close: closePuppeteer,
        use: async (browser, deadline) => fill(await openPage(browser, input), input, deadline),
      }),
  }
}

/** Debian's Chromium without a window, as every bot starts it. */
export function headless(...flags: string[]): PuppeteerOptions {
  return { executablePath: chromiumPath, args: [...chromiumFlags, ...flags] }
}

/** Debian's Chromium with a window as large as the visit says. */
export function headed({ display, variation: { viewport } }: VisitInput, ...flags: string[]): PuppeteerOptions {
  return {
    ...headless(`--window-size=${viewport.width},${viewport.height}`, ...flags),
    headless: false,
    defaultViewport: null,
    env: { ...process.env, DISPLAY: display },
  }
}

/** Closes as authors do; what hangs is killed. */
export async function closePuppeteer(browser: PuppeteerBrowser): Promise<void> {
  const kill = setTimeout(() => browser.process()?.kill('SIGKILL'), 3000)
  try {
    await browser.close()
  } finally {
    clearTimeout(kill)
  }
}
