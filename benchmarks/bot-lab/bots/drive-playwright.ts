import type { BotClass, VisitInput, Visitor } from '../visitor.ts'
import { fillWithPlaywright, type PlaywrightPage } from './fill-form.ts'
import { chromiumFlags, chromiumPath } from './launch-paths.ts'
import { runSession } from './session.ts'

/** Options of `launch` that the bots set; Playwright, its forks and playwright-extra agree on them. */
export interface PlaywrightOptions {
  readonly executablePath?: string
  readonly headless?: boolean
  readonly args?: string[]
  readonly ignoreDefaultArgs?: string[]
  readonly env?: Record<string, string>
}

/** Options of a page's context that the bots set. */
export interface PlaywrightContextOptions {
  readonly viewport?: { width: number; height: number } | null
  readonly userAgent?: string
  readonly locale?: string
  readonly timezoneId?: string
}

export interface PlaywrightBrowser {
  newPage(options: PlaywrightContextOptions): Promise<PlaywrightPage>
  close(): Promise<void>
}

export interface PlaywrightVariant<Browser extends PlaywrightBrowser> {
  readonly id: string
  readonly class: BotClass
  readonly describe: string
  readonly stack: string
  readonly launcher: { launch(options: PlaywrightOptions): Promise<Browser> }
  readonly options?: (input: VisitInput) => PlaywrightOptions | Promise<PlaywrightOptions>
  readonly context?: (input: VisitInput) => PlaywrightContextOptions
  /** A page of the bot's own making; `newPage` with the context's options by default. */
  readonly openPage?: (browser: Browser, input: VisitInput) => Promise<PlaywrightPage>
  readonly fill?: (page: PlaywrightPage, input: VisitInput, deadline: AbortSignal) => Promise<void>
}

/** A bot on Playwright or something that looks the same from outside. */
export function playwrightBot<Browser extends PlaywrightBrowser>({
  id,
  class: botClass,
  describe,
  stack,
  launcher,
  options,
  context,
  openPage = (browser, input) => browser.newPage(context?.(input) ?? {}),
  fill = fillWithPlaywright,
}: PlaywrightVariant<Browser>): Visitor {
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
        open: async () =>
          launcher.launch({ executablePath: chromiumPath, args: [...chromiumFlags], ...(await options?.(input)) }),
        close: (browser) => browser.close(),
        use: async (browser, deadline) => fill(await openPage(browser, input), input, deadline),
      }),
  }
}

/** With a window as large as the visit says. */
export function headed({ display, variation: { viewport } }: VisitInput, ...flags: string[]): PlaywrightOptions {
  return {
    headless: false,
    args: [...chromiumFlags, `--window-size=${viewport.width},${viewport.height}`, ...flags],
    env: environment({ DISPLAY: display }),
  }
}

/** This process's environment with some of it replaced. */
export function environment(changed: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(entries), ...changed }
}
