import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { buildClientPages, replaceAll } from './build-client-pages.ts'
import { buildGlobalScript } from '../client/javascript/build.ts'
import { type ClientPage, type ClientPageOptions, openClientPage } from './client-page.ts'
import { type ClientSite, startClientSite } from './client-site.ts'
import { readFile } from 'node:fs/promises'
import { product } from './product.ts'
import { clocksAlone, comeBackLate } from './put-forward.ts'
import { soon } from './soon.ts'
import { passing } from './widget-page.ts'

const wrappers = ['javascript', 'react', 'vue', 'angular'] as const
const examples = wrappers.map((name) => `${name}-example` as const)

let site: ClientSite
let replaced: Record<string, string>
test.beforeAll(async () => {
  site = await startClientSite(passing.secretKey)
  replaced = {
    'https://captcha.example.org': product.api,
    'https://app.example.org': site.url,
    YOUR_SITE_KEY: passing.siteKey,
  }
  const pages = {
    javascript: 'e2e/client-pages/javascript.ts',
    'javascript-example': 'e2e/client-pages/javascript-example.ts',
    react: 'e2e/client-pages/react.tsx',
    'react-example': 'e2e/client-pages/react-example.tsx',
    'react-native': 'e2e/client-pages/react-native.tsx',
    hydrated: 'e2e/client-pages/hydrated.tsx',
    vue: 'e2e/client-pages/vue.ts',
    'vue-example': 'e2e/client-pages/vue-example.ts',
    angular: 'e2e/client-pages/angular.ts',
    'angular-example': 'e2e/client-pages/angular-example.ts',
  }
  for (const [name, code] of await buildClientPages(pages, replaced)) site.scripts.set(name, code)
})
test.afterAll(() => site?.close())

let visit: ClientPage
test.afterEach(() => visit?.close())
const open = async (browser: Parameters<typeof openClientPage>[0], options: ClientPageOptions) =>
  (visit = await openClientPage(browser, site, options))

const answers = (count: number) =>
  expect.poll(() => site.answers.map(({ success }) => success), soon).toEqual(Array(count).fill(true))
const type = () =>
  visit.page
    .getByLabel(/E-mail|Message/u)
    .first()
    .pressSequentially('anna@example.org')
const isWidget = (url: URL) => url.pathname.endsWith('/widget.js')

/** The widget's script comes when it is let go, and not before. */
function holdScript() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const before = (context: BrowserContext) =>
    context.route(isWidget, async (route) => {
      await promise
      await route.continue()
    })
  return { before, letGo }
}

for (const name of examples)
  test(`${name}: a visitor sends the form twice, each time with a token of its own, and nobody complains`, async ({
    browser,
  }) => {
    await open(browser, { name })
    await expect(visit.captchas).toHaveJSProperty('state', 'ready')
    await type()
    await visit.send.click()
    await expect(visit.page.locator('output').first()).toHaveText('Thank you.')
    await visit.send.click()
    await answers(2)
    expect(visit.complaints).toEqual([])
  })

for (const name of examples)
  test(`${name}: after the server has failed the form can be sent again`, async ({ browser }) => {
    await open(browser, { name })
    await expect(visit.captchas).toHaveJSProperty('state', 'ready')
    site.fail(true)
    await type()
    await visit.send.click()
    await expect(visit.page.locator('output').first()).toHaveText('Please try again.')
    await expect(visit.captchas).toHaveJSProperty('response', '')
    site.fail(false)
    await visit.send.click()
    await expect(visit.page.locator('output').first()).toHaveText('Thank you.')
    await answers(1)
  })

for (const name of wrappers) {
  test(`${name}: of two on a page whose script is late, the form that was sent before waits for its token, once`, async ({
    browser,
  }) => {
    const { before, letGo } = holdScript()
    let loads = 0
    await open(browser, {
      name,
      before: (context) =>
        before(context).then(() =>
          context.on('request', (request) => void (loads += Number(isWidget(new URL(request.url()))))),
        ),
    })
    await visit.change({ count: 2 })
    await expect(visit.captchas).toHaveCount(2)
    await visit.send.click()
    expect([await visit.heard(), site.answers.length]).toEqual([[], 0])
    letGo()
    await visit.hears('accepted')
    await answers(1)
    expect(await visit.captchas.last().evaluate((element) => Reflect.get(element, 'state'))).toBe('ready')
    expect(loads).toBe(1)
    await visit.page.getByRole('button', { name: 'Send' }).last().click()
    await answers(2)
    expect(visit.complaints).toEqual([])
  })

  test(`${name}: where the script doesn't come it says why, and the button in its place tries again`, async ({
    browser,
  }) => {
    const block = (context: BrowserContext) => context.route(isWidget, (route) => route.abort())
    await open(browser, { name, before: block, setting: { timeoutMs: 300 } })
    await visit.hears('unavailable script-unreachable')
    await expect(visit.page.getByRole('alert')).toContainText("The security check didn't load.")
    await visit.send.click()
    await expect.poll(async () => (await visit.heard()).length, soon).toBe(2)
    expect(await visit.command('execute')).toBe('script-unreachable')
    await visit.context.unroute(isWidget)
    await visit.page.getByRole('button', { name: 'Retry' }).click()
    // The form that was sent meanwhile goes out now.
    await visit.hears('accepted')
    await answers(1)
  })

  test(`${name}: taken away while it works it tells nothing more, and leaves no listener behind`, async ({
    browser,
  }) => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    await open(browser, {
      name,
      before: (context) => context.route('**/solutions', (route) => void promise.then(() => route.continue())),
    })
    await expect(visit.captchas).toHaveJSProperty('state', 'ready')
    await visit.change({ count: 0 })
    const listeners = await countListeners(visit.page)
    await visit.change({ count: 1 })
    await expect(visit.captchas).toHaveJSProperty('state', 'ready')
    const token = visit.command('execute')
    await visit.hears('started')
    await visit.change({ count: 0 })
    expect(await token).toBe('removed')
    await expect(visit.captchas).toHaveCount(0)
    letGo()
    for (const count of [2, 0, 2, 0]) {
      await visit.change({ count })
      await expect(visit.captchas).toHaveCount(count)
    }
    expect((await visit.heard()).filter((what) => what !== 'token -')).toEqual(['started'])
    await expect.poll(() => countListeners(visit.page), soon).toEqual(listeners)
    await visit.change({ count: 1 })
    await type()
    await visit.send.click()
    await answers(1)
    expect(visit.complaints).toEqual([])
  })

  test(`${name}: theme and language change what is there; another action asks for another token`, async ({
    browser,
  }) => {
    await open(browser, { name })
    await type()
    await expect(visit.captchas).toHaveJSProperty('state', 'passed')
    const token = await visit.captchas.evaluate((element) => Reflect.get(element, 'response'))
    await visit.change({ options: { theme: 'dark', language: 'de' } })
    await expect(visit.captchas).toHaveAttribute('theme', 'dark')
    await expect(visit.captchas).toHaveAttribute('language', 'de')
    await visit.change({ options: {} })
    await expect(visit.captchas).not.toHaveAttribute('theme')
    await expect(visit.captchas).toHaveJSProperty('response', token)
    await visit.change({ options: { action: 'other' } })
    await visit.hears('reset')
    await visit.send.click()
    await visit.hears('accepted')
    expect((await visit.heard()).filter((what) => what === `solved ${token}`)).toHaveLength(1)
    await answers(1)
  })

  test(`${name}: execute waits for the script and gives a token in invisible mode, and one that expired is renewed`, async ({
    browser,
  }) => {
    const { before, letGo } = holdScript()
    await open(browser, { name, before: (context) => clocksAlone(context).then(() => before(context)) })
    await visit.change({ options: { invisible: true, autostart: 'off' } })
    const given = visit.command('execute')
    letGo()
    const token = await given
    await visit.hears(`token ${token}`)
    await visit.page.mouse.move(5, 5)
    await comeBackLate(visit.page)
    await expect
      .poll(async () => (await visit.heard()).filter((what) => what.startsWith('solved')).length, soon)
      .toBe(2)
    expect((await visit.heard()).filter((what) => /^(?:expired|token -)$/u.test(what))).toEqual(['token -', 'expired'])
    expect(await visit.command('execute')).not.toBe(token)
    await visit.command('reset')
    await visit.hears('reset')
  })
}

/** Listeners of what outlives every captcha. */
async function countListeners(page: Page): Promise<number[]> {
  const control = await page.context().newCDPSession(page)
  const counts: number[] = []
  for (const expression of ['window', 'document', 'document.documentElement', 'document.body']) {
    const { result } = await control.send('Runtime.evaluate', { expression })
    const { listeners } = await control.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
    // The widget listens ten seconds for whether its frame is forbidden, also where it was taken away meanwhile.
    counts.push(listeners.filter((listener) => listener.type !== 'securitypolicyviolation').length)
  }
  await control.detach()
  return counts
}

test('react and vue: what a server has written is taken over without a complaint, and every attribute is as it was given', async ({
  browser,
}) => {
  await open(browser, { name: 'hydrated' })
  await expect(visit.captchas).toHaveCount(2)
  for (const form of ['react', 'vue']) {
    const captcha = visit.page.locator(`#${form} bollard-captcha`)
    await expect(captcha).toHaveJSProperty('disabled', true)
    const attributes = await captcha.evaluate((element) =>
      Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    )
    expect(attributes).toMatchObject({
      class: 'ours',
      sitekey: passing.siteKey,
      'api-url': product.api,
      invisible: '',
      disabled: '',
      name: 'token',
      form,
      tabindex: '0',
      design: '{"boxRadius":3}',
    })
  }
  expect(visit.complaints).toEqual([])
})

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
    await type()
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
  await type()
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
      setting: { timeoutMs: 400 },
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

test('without a build step one script with its hash protects the form of the example', async ({ browser }) => {
  const { code, integrity } = await buildGlobalScript()
  const example = await readFile(new URL('../client/javascript/examples/contact-form.html', import.meta.url), 'utf8')
  expect(example).toContain(`integrity="${integrity}"`)
  await open(browser, {
    html: replaceAll(example, replaced),
    before: (context) =>
      context.route('https://cdn.jsdelivr.net/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: code }),
      ),
  })
  await type()
  await visit.send.click()
  await expect(visit.page.locator('body')).toHaveText('Welcome')
  await answers(1)
  expect(visit.complaints).toEqual([])
})

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
    await answers(count)
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
  site.fail(true)
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
