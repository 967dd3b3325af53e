import { createServer, type IncomingMessage } from 'node:http'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { allFaults } from './ask-axe.ts'
import { leave } from './leave.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

export interface CompatPageOptions extends BrowserContextOptions {
  /** What stands in the page; `{api}` is where our scripts lie, `{key}` the site key. */
  readonly body: string
  readonly siteKey: string
  /** A script of the page itself, which runs before all others. */
  readonly script?: string
  /** Content-Security-Policy; none by default. */
  readonly policy?: string
  readonly direction?: 'ltr' | 'rtl'
  readonly host?: string
  readonly before?: (context: BrowserContext) => Promise<unknown>
}

export interface CompatPage {
  readonly page: Page
  readonly widgets: Locator
  /** What visitors press. */
  readonly box: Locator
  /** Errors that nobody caught, and complaints about policies. */
  readonly errors: readonly string[]
  /** Warnings and errors that were written to the log. */
  readonly warnings: readonly string[]
  /** What the page's callbacks were told under a name, oldest first. */
  told(name: string): Promise<unknown[][]>
  /** Waits for the token of the callback `passed` that is the `count`-th. */
  token(count?: number): Promise<string>
  /** Runs a piece of script in the page and gives its value; what it throws is an `Error: …` text. */
  run(expression: string): Promise<unknown>
  /** Presses the button "Send" and gives what the page's server got. */
  send(): Promise<URLSearchParams>
  /** What is wrong for people with disabilities. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** Callbacks of the pages: `tell('passed')` is a function that notes what it was called with. */
const recorder = `globalThis.heard = []
globalThis.tell = (name, answer) => (...values) => { heard.push([name, ...values]); return answer }
for (const name of ['passed', 'failed', 'expired', 'opened', 'shut', 'timedOut', 'before', 'after', 'unsupported', 'loaded']) globalThis[name] = tell(name)
`

/** Opens a page that was written for another captcha, as a customer would have it with only the host of the script changed. */
export async function openCompatPage(browser: Browser, options: CompatPageOptions): Promise<CompatPage> {
  const { body, siteKey, script = '', policy, direction = 'ltr', host = 'localhost', before, ...look } = options
  const posts: URLSearchParams[] = []
  const server = createServer((request, response) => {
    void (async () => {
      if (policy !== undefined) response.setHeader('content-security-policy', policy)
      if (request.method === 'POST') posts.push(new URLSearchParams(await bodyOf(request)))
      if (request.url === '/page.js') {
        response.setHeader('content-type', 'text/javascript')
        return response.end(recorder + script)
      }
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return response.end(`<!doctype html><html lang="en" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Page of a customer</title><script src="/page.js"></script></head><body><main><h1>Newsletter</h1>${body.replaceAll('{api}', product.api).replaceAll('{key}', siteKey)}</main></body></html>`)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const context = await browser.newContext(look)
  await before?.(context)
  const page = await context.newPage()
  const errors: string[] = []
  const warnings: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (/policy/iu.test(message.text())) errors.push(message.text())
    else if (['warning', 'error'].includes(message.type())) warnings.push(message.text())
  })
  await page.goto(`http://${host}:${port}/`)
  const told: CompatPage['told'] = async (name) => {
    const heard: unknown[][] = await page.evaluate(() => Reflect.get(globalThis, 'heard'))
    return heard.filter(([called]) => called === name).map(([, ...values]) => values)
  }
  return {
    page,
    widgets: page.locator('bollard-captcha'),
    box: page.locator('bollard-captcha button').first(),
    errors,
    warnings,
    told,
    async token(count = 1) {
      await expect
        .poll(async () => (await told('passed')).length, { ...soon, message: 'a token' })
        .toBeGreaterThanOrEqual(count)
      return String((await told('passed'))[count - 1]?.[0])
    },
    run: (expression) =>
      page
        .evaluate(expression)
        .catch((error: unknown) => /^page\.evaluate: (.*)/u.exec(error instanceof Error ? error.message : '')?.[1]),
    async send() {
      const count = posts.length
      await page.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => posts.length, soon).toBe(count + 1)
      return posts[count] ?? new URLSearchParams()
    },
    faults: () => allFaults(page),
    async close() {
      await leave(page)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks a verification service in the way of one of the captchas, by the path of its address. */
export async function askAs(path: string, fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.api}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { ...Object(await answer.json()) }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
