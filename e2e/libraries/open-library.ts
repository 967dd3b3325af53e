import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { soon } from '../soon.ts'
import type { Detour } from './detour.ts'

export interface OpenedLibrary {
  readonly page: Page
  /** All widgets in the page, those in badges and containers too. */
  readonly widgets: Locator
  /** Clicks the box, as a visitor does. */
  click(): Promise<void>
  /** Calls the library; resolves with what it answers. */
  call(method: 'mount' | 'unmount' | 'reset' | 'execute' | 'response'): Promise<unknown>
  /** What the library told the page under that name, oldest first. */
  told(event: string): Promise<unknown[][]>
  /** Waits until the library has told a token that is not among `old`. */
  token(...old: readonly string[]): Promise<string>
  /** Hosts that the page has asked, but its own and ours. */
  readonly foreignHosts: ReadonlySet<string>
  /** Errors and warnings: of the page, of its frameworks, of ours. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens a page with a library in a browser that goes through the detour; its clock can be put forward where that is wanted. */
export async function openLibrary(
  browser: Browser,
  detour: Detour,
  url: string,
  given: Record<string, string>,
  { ownsClock = false } = {},
): Promise<OpenedLibrary> {
  // The certificate of the detour is not that of the host.
  const context = await browser.newContext({
    proxy: { server: detour.proxy, bypass: 'localhost,127.0.0.1' },
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
  })
  if (ownsClock) await context.clock.install()
  const page = await context.newPage()
  const complaints: string[] = []
  const foreignHosts = new Set<string>()
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') foreignHosts.add(hostname)
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(`${url}?${new URLSearchParams(given)}`)
  const told = async (event: string) => {
    const all: { event: string; details: unknown[] }[] = await page.evaluate(
      () => Reflect.get(Reflect.get(globalThis, 'library') ?? {}, 'heard') ?? [],
    )
    return all.filter((one) => one.event === event).map(({ details }) => details)
  }
  const tokens = async () =>
    (await told('token')).flatMap(([token]) => (typeof token === 'string' && token !== '' ? [token] : []))
  const widgets = page.locator('bollard-captcha')
  return {
    page,
    complaints,
    foreignHosts,
    widgets,
    told,
    click: () => widgets.getByRole('checkbox').first().click(),
    call: (method) => page.evaluate((name) => Reflect.get(globalThis, 'library')[name](), method),
    async token(...old) {
      await expect
        .poll(async () => (await tokens()).filter((token) => !old.includes(token)).length, {
          ...soon,
          message: 'a token',
        })
        .toBeGreaterThan(0)
      return (await tokens()).find((token) => !old.includes(token)) ?? ''
    },
    close: () => context.close(),
  }
}
