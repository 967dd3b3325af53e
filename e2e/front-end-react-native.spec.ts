import { type Browser, type BrowserContext, expect, test } from '@playwright/test'
import { type ClientPage, type ClientPageOptions, type Clients, serveClients } from './client-page.ts'
import { product } from './product.ts'

let clients: Clients
test.beforeAll(async () => {
  clients = await serveClients(['react-native'])
})
test.afterAll(() => clients?.close())

let visit: ClientPage
test.afterEach(() => visit?.close())
const open = async (browser: Browser, options: ClientPageOptions) => (visit = await clients.open(browser, options))

const phone = {
  isMobile: true,
  hasTouch: true,
  viewport: { width: 390, height: 760 },
  before: (context: BrowserContext) =>
    context.exposeBinding('inject', ({ page }, script: string) => page.frame('webview')?.evaluate(script)),
}

test('react native: the app of the example gets a token for each press, from a WebView on a phone', async ({
  browser,
}) => {
  await open(browser, { name: 'react-native', ...phone })
  await visit.page.getByLabel('Message').fill('Hello')
  for (const count of [1, 2]) {
    await visit.send.tap()
    await visit.arrives(count)
  }
  await expect(visit.page.locator('output').first()).toHaveText('Thank you.')
  const box = visit.page.frameLocator('iframe').locator('bollard-captcha')
  expect((await visit.page.locator('iframe').boundingBox())?.height).toBe(
    Math.ceil((await box.boundingBox())?.height ?? 0),
  )
  expect(visit.complaints).toEqual([])
})

test('react native: other documents are not believed and not loaded, and links open in the browser', async ({
  browser,
}) => {
  await open(browser, { name: 'react-native', ...phone })
  await expect(visit.page.frameLocator('iframe').locator('bollard-captcha')).toHaveJSProperty('state', 'ready')
  await visit.page.evaluate(() => {
    const { html, hear, mayLoad } = Reflect.get(globalThis, 'webView')
    const channel = /nonce="([0-9a-f]{32})"/u.exec(html)?.[1]
    const forged = (change: object) =>
      JSON.stringify({ bollard: 1, channel, type: 'executed', token: 'forged', ...change })
    Object.assign(globalThis, { forged, hear, mayLoad })
  })
  const loads = await visit.page.evaluate((host) => {
    const mayLoad = (url: string, isTopFrame: boolean) =>
      Reflect.apply(Reflect.get(globalThis, 'mayLoad'), null, [url, isTopFrame])
    return [
      mayLoad(`${location.origin}/`, true),
      mayLoad('about:blank', true),
      mayLoad(`${host}/widget/frame.html`, false),
      mayLoad('https://elsewhere.example/', false),
      mayLoad('https://privacy.example/', true),
      mayLoad('javascript:alert(1)', true),
      mayLoad('intent://x#Intent;end', true),
      mayLoad('http://elsewhere.example/', true),
      mayLoad(`${location.origin}.evil.example/`, true),
    ]
  }, product.api)
  expect(loads).toEqual([true, true, true, false, false, false, false, false, false])
  expect(await visit.page.evaluate(() => Reflect.get(globalThis, 'opened'))).toEqual(['https://privacy.example/'])
  clients.site.fail(true)
  await visit.send.tap()
  await visit.page.evaluate(() => {
    const forged = Reflect.get(globalThis, 'forged')
    const hear = Reflect.get(globalThis, 'hear')
    hear(forged({}), 'https://elsewhere.example/')
    hear(forged({ channel: '0'.repeat(32) }), `${location.origin}/`)
    hear(forged({ token: '' }), `${location.origin}/`)
    hear('not JSON', `${location.origin}/`)
  })
  await expect(visit.page.locator('output').first()).toHaveText('Please try again.')
})
