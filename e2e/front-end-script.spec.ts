import { readFile } from 'node:fs/promises'
import { type Browser, expect, test } from '@playwright/test'
import { buildGlobalScript } from '../client/javascript/build.ts'
import { replaceAll } from './build-client-pages.ts'
import { type ClientPage, type ClientPageOptions, type Clients, isWidget, serveClients } from './client-page.ts'
import { product } from './product.ts'
import { passing } from './widget-page.ts'

let clients: Clients
test.beforeAll(async () => {
  clients = await serveClients(['javascript', 'react'])
})
test.afterAll(() => clients?.close())

let visit: ClientPage
test.afterEach(() => visit?.close())
const open = async (browser: Browser, options: ClientPageOptions) => (visit = await clients.open(browser, options))

/** The manifest of the current release. */
const release = async () => {
  const { address, integrity } = await (await fetch(`${product.api}/widget/manifest.json`)).json()
  return { address: String(address), integrity: String(integrity) }
}
const own = () => `default-src 'none'; connect-src 'self' ${product.api}; frame-src ${product.api}; form-action 'self'`

test('it loads the one release whose hash it was given, and says so where the script is another', async ({
  browser,
}) => {
  const { address, integrity } = await release()
  await open(browser, { name: 'javascript', setting: { release: { address, integrity } } })
  await expect(visit.captchas).toHaveJSProperty('state', 'ready')
  expect(
    await visit.page
      .locator('head script')
      .evaluate((script) => [script.getAttribute('src'), script.getAttribute('integrity')]),
  ).toEqual([product.api + address, integrity])
  await visit.close()
  await open(browser, {
    name: 'javascript',
    setting: { release: { address, integrity: `sha384-${'A'.repeat(64)}` } },
  })
  await visit.hears('unavailable script-integrity')
})

test('under a policy of nonces it works with the nonce of the page or one it is given, and says so where it has none', async ({
  browser,
}) => {
  const policy = `${own()}; script-src 'nonce-abc123' 'self'`
  for (const setting of [{}, { nonce: 'abc123' }]) {
    await open(browser, { name: 'javascript', nonce: 'abc123', policy, setting })
    await visit.type()
    await visit.send.click()
    await visit.hears('accepted')
    expect(visit.complaints).toEqual([])
    await visit.close()
  }
  await open(browser, { name: 'javascript', policy })
  await visit.hears('unavailable script-policy')
})

test('under the strictest policy, with Trusted Types and no policy of ours, it works too', async ({ browser }) => {
  const policy = `${own()}; script-src 'self' ${product.api}; require-trusted-types-for 'script'; trusted-types 'none'`
  // What the page itself does with markup is not for us to allow.
  await open(browser, { name: 'react', policy })
  await visit.type()
  await visit.send.click()
  await visit.hears('accepted')
  await visit.close()
  await open(browser, { name: 'react', policy, setting: { release: await release() } })
  await visit.hears('unavailable script-trusted-types')
})

for (const [fault, code] of [
  [{ status: 404 }, 'script-not-found'],
  [{ status: 503 }, 'script-unavailable'],
  ['offline', 'script-offline'],
  ['never', 'script-timeout'],
] as const)
  test(`${code} is what it tells when that is so, and what execute rejects with`, async ({ browser }) => {
    await open(browser, {
      name: 'javascript',
      // The other faults are told as soon as they are there, however long a busy machine takes.
      setting: { timeoutMs: fault === 'never' ? 400 : 30_000 },
      async before(context) {
        if (fault === 'offline')
          await context.addInitScript(() =>
            Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false, configurable: true }),
          )
        await context.route(isWidget, (route) => {
          if (fault === 'never') return
          return fault === 'offline'
            ? route.abort('internetdisconnected')
            : route.fulfill({ ...fault, headers: { 'access-control-allow-origin': '*' } })
        })
      },
    })
    await visit.hears(`unavailable ${code}`)
    expect(await visit.command('execute')).toBe(code)
    if (fault !== 'offline') return
    // The connection is back: nobody has to press anything.
    await visit.context.unroute(isWidget)
    await visit.page.evaluate(() => void Reflect.deleteProperty(Navigator.prototype, 'onLine'))
    await visit.page.evaluate(() => void dispatchEvent(new Event('online')))
    await expect(visit.captchas).toHaveJSProperty('state', 'ready')
  })

test('a connection that breaks is tried again by itself, under an address that the browser has not given up', async ({
  browser,
}) => {
  const asked: string[] = []
  await open(browser, {
    name: 'javascript',
    before: (context) =>
      context.route(isWidget, (route) => {
        const { search } = new URL(route.request().url())
        // The second look, for the reason, is no attempt.
        if (route.request().resourceType() === 'script') asked.push(search)
        return asked.length < 2 ? route.abort('connectionreset') : route.continue()
      }),
  })
  await expect(visit.captchas).toHaveJSProperty('state', 'ready')
  expect([asked.length, new Set(asked).size, await visit.heard()]).toEqual([2, 2, []])
})

test('without a build step a page may render by itself, and is told what it does wrong; one bad element harms no other', async ({
  browser,
}) => {
  const { code } = await buildGlobalScript()
  const start = (attributes: string, body: string) =>
    open(browser, {
      html: `<!doctype html><html lang="en"><title>Page</title><script src="/bollard.js" defer data-host="${product.api}" ${attributes}></script>${body}`,
      before: (context) =>
        context.route('**/bollard.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code })),
    })
  const place = `<div id="place" class="bollard-captcha" data-sitekey="${passing.siteKey}"></div>`
  await start('data-render="explicit"', place)
  await expect(visit.captchas).toHaveCount(0)
  const codes = await visit.page.evaluate((siteKey) => {
    const { render } = Reflect.get(globalThis, 'Bollard')
    return ['#place', '#place', '#nowhere', '!', null].map((container) => {
      try {
        return String(render(container, { siteKey }).state)
      } catch (error) {
        return String(Reflect.get(Object(error), 'code'))
      }
    })
  }, passing.siteKey)
  expect(codes).toEqual(['loading', 'container-used', ...Array(3).fill('container-not-found')])
  await expect(visit.captchas).toHaveJSProperty('state', 'ready')
  await visit.close()
  await start('', `<div class="bollard-captcha" data-sitekey="bsec_oops"></div>${place}`)
  await expect(visit.captchas).toHaveCount(1)
  await expect(visit.captchas).toHaveJSProperty('state', 'ready')
  expect(visit.complaints).toEqual([expect.stringContaining('Rotate it now')])
})

test('without a build step one script with its hash protects the form of the example', async ({ browser }) => {
  const { code, integrity } = await buildGlobalScript()
  const example = await readFile(new URL('../client/javascript/examples/contact-form.html', import.meta.url), 'utf8')
  expect(example).toContain(`integrity="${integrity}"`)
  await open(browser, {
    html: replaceAll(example, clients.replaced),
    before: (context) =>
      context.route('https://cdn.jsdelivr.net/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: code }),
      ),
  })
  await visit.type()
  await visit.send.click()
  await expect(visit.page.locator('body')).toHaveText('Welcome')
  await visit.arrives(1)
  expect(visit.complaints).toEqual([])
})
