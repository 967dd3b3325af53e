import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { buildClientPages } from './build-client-pages.ts'
import { type ClientSite, startClientSite } from './client-site.ts'
import { leave } from './leave.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'
import { passing } from './widget-page.ts'

export interface ClientPageOptions extends BrowserContextOptions {
  /** Of the page's script; without it the page is `html`. */
  readonly name?: string
  readonly html?: string
  readonly setting?: object
  readonly policy?: string
  readonly nonce?: string
  readonly before?: (context: BrowserContext) => Promise<unknown>
}

export interface ClientPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly captchas: Locator
  readonly send: Locator
  /** What the page's own listeners were told, oldest first. */
  heard(): Promise<string[]>
  /** Waits until the page's listeners have been told this. */
  hears(what: string): Promise<void>
  change(wishes: object): Promise<void>
  /** Calls a command of the first captcha: what it resolves to, or the code it rejects with. */
  command(name: 'execute' | 'reset' | 'retry'): Promise<unknown>
  /** Fills in the form's first field. */
  type(): Promise<void>
  /** Waits until the page's server has been sent so many tokens, and that all of them counted. */
  arrives(count: number): Promise<void>
  /** Warnings, errors and errors that nobody caught. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens a page of a customer's that was built with one of our packages. */
async function openClientPage(browser: Browser, site: ClientSite, options: ClientPageOptions): Promise<ClientPage> {
  const { name, html, setting, policy, nonce, before, ...look } = options
  const script = nonce === undefined ? '' : ` nonce="${nonce}"`
  const given = JSON.stringify({ host: product.api, siteKey: passing.siteKey, ...setting }).replaceAll("'", '&#39;')
  site.show({
    policy,
    html:
      html ??
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Customer</title></head>
<body><main><h1>Customer</h1><div id="app" data-setting='${given}'></div></main><script type="module"${script} src="/${name}.js"></script></body></html>`,
  })
  site.answers.length = 0
  site.fail(false)
  const context = await browser.newContext(look)
  await before?.(context)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) && complaints.push(`${message.text()} ${message.location().url}`),
  )
  // A script that never comes keeps a page from being loaded.
  await page.goto(`${site.url}/`, { waitUntil: 'domcontentloaded' })
  const heard: ClientPage['heard'] = () => page.evaluate(() => Reflect.get(globalThis, 'heard'))
  return {
    page,
    context,
    captchas: page.locator('bollard-captcha'),
    send: page.getByRole('button', { name: 'Send' }).first(),
    heard,
    hears: (what) => expect.poll(heard, soon).toContain(what),
    change: (wishes) => page.evaluate((next) => Reflect.get(globalThis, 'change')(next), wishes),
    command: (called) =>
      page.evaluate(async (command) => {
        const captcha: unknown = Reflect.get(globalThis, 'captcha')
        try {
          return await Reflect.apply(Reflect.get(Object(captcha), command), captcha, [])
        } catch (error) {
          return Reflect.get(Object(error), 'code')
        }
      }, called),
    type: () =>
      page
        .getByLabel(/E-mail|Message/u)
        .first()
        .pressSequentially('anna@example.org'),
    arrives: (count) =>
      expect.poll(() => site.answers.map(({ success }) => success), soon).toEqual(Array(count).fill(true)),
    complaints,
    close: () => leave(page),
  }
}

/** Whether a request is for the script that defines the element. */
export const isWidget = (url: URL) => url.pathname.endsWith('/widget.js')

const written = ['react', 'react-example', 'react-native', 'hydrated']

export interface Clients {
  readonly site: ClientSite
  /** What stands for the values that an example leaves to its reader. */
  readonly replaced: Readonly<Record<string, string>>
  open(browser: Browser, options: ClientPageOptions): Promise<ClientPage>
  close(): Promise<void>
}

/** Serves pages of `client-pages`, by their names. */
export async function serveClients(names: readonly string[]): Promise<Clients> {
  const site = await startClientSite(passing.secretKey)
  const replaced = {
    'https://captcha.example.org': product.api,
    'https://app.example.org': site.url,
    YOUR_SITE_KEY: passing.siteKey,
  }
  const pages = names.map((name) => [name, `e2e/client-pages/${name}.${written.includes(name) ? 'tsx' : 'ts'}`])
  for (const [name, code] of await buildClientPages(Object.fromEntries(pages), replaced)) site.files.set(name, code)
  return { site, replaced, open: (browser, options) => openClientPage(browser, site, options), close: site.close }
}
