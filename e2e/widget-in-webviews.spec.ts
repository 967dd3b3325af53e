import { type BrowserContext, expect, test } from '@playwright/test'
import { hurry, type Keys, lenientKeys, openWidgetPage, read, usualBody, type WidgetPage } from './widget-page.ts'

let keys: Keys
test.beforeAll(async () => void (keys = await lenientKeys('Webviews')))

let visit: WidgetPage
test.afterEach(() => visit?.close())

const sendAndArrive = async (count = 1) => {
  await visit.send.click()
  await visit.arrives(count)
}

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/BP1A.250505.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.61 Mobile Safari/537.36'
const apps = {
  'a WebView of Android': android,
  'the browser inside Facebook on Android': `${android} [FB_IAB/FB4A;FBAV/512.0.0.40.72;]`,
  'the browser inside Instagram on iOS': `${iphone} Instagram 382.0.0.26.77 (iPhone15,3; iOS 18_6; en_US; en; scale=3.00; 1290x2796; 742256813)`,
  'a WKWebView of iOS': iphone,
}

/** Takes away what browsers inside apps do not have. */
function lack(): void {
  const none = (object: object, name: string) =>
    Object.defineProperty(object, name, { get: () => undefined, configurable: true })
  for (const name of ['serviceWorker', 'userAgentData', 'credentials', 'permissions', 'share', 'storage', 'locks'])
    none(Navigator.prototype, name)
  for (const name of ['Notification', 'PushManager', 'requestIdleCallback', 'PaymentRequest', 'scheduler'])
    Reflect.deleteProperty(globalThis, name)
  Object.defineProperty(Navigator.prototype, 'plugins', { get: () => [] })
  Reflect.deleteProperty(Element.prototype, 'moveBefore')
  globalThis.open = () => null
}

/** Storage that may not even be looked at, as with all cookies blocked. */
function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  Object.defineProperty(Document.prototype, 'cookie', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
    set() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
}

for (const [app, userAgent] of Object.entries(apps))
  test(`in ${app} a visitor passes by touch, without storage, windows or service workers`, async ({ browser }) => {
    visit = await openWidgetPage(browser, {
      ...keys,
      userAgent,
      isMobile: true,
      hasTouch: true,
      viewport: { width: 390, height: 760 },
      async before(context) {
        await context.addInitScript(lack)
        await context.addInitScript(refuseStorage)
      },
    })
    await visit.page.getByLabel('E-mail').tap()
    await visit.page.keyboard.type('anna@example.org')
    await visit.becomes('passed')
    await visit.send.tap()
    await visit.arrives(1)
    expect([visit.faults, await visit.context.cookies()]).toEqual([[], []])
  })

test('it stores nothing, in no kind of storage and no cookie', async ({ browser }) => {
  visit = await openWidgetPage(browser, keys)
  await visit.fillIn()
  await visit.becomes('passed')
  const stored = await visit.page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    (await indexedDB.databases()).length,
    (await caches.keys()).length,
    document.cookie,
  ])
  expect([stored, (await visit.context.storageState()).origins, await visit.context.cookies()]).toEqual([
    [0, 0, 0, 0, ''],
    [],
    [],
  ])
})

test('in a page that is not in sight from the start it works too', async ({ browser }) => {
  const hide = () => {
    Object.defineProperty(Document.prototype, 'hidden', { get: () => true })
    Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' })
  }
  visit = await openWidgetPage(browser, {
    ...keys,
    attributes: 'autostart="load"',
    before: (context) => context.addInitScript(hide),
  })
  await visit.becomes('passed')
  await sendAndArrive()
})

test('where the browser has put the page to sleep while it works, it goes on when the visitor is back', async ({
  browser,
}) => {
  const asleep = Promise.withResolvers<void>()
  visit = await openWidgetPage(browser, {
    ...keys,
    before: (context) => context.route('**/solutions', (route) => void asleep.promise.then(() => route.continue())),
  })
  await visit.fillIn()
  await visit.becomes('working')
  const control = await visit.context.newCDPSession(visit.page)
  await control.send('Page.setWebLifecycleState', { state: 'frozen' })
  const answered = visit.page.waitForResponse(/\/solutions$/u)
  asleep.resolve()
  await answered
  // Awake it would have taken the answer by now.
  await new Promise((resolve) => setTimeout(resolve, 300))
  await control.send('Page.setWebLifecycleState', { state: 'active' })
  await visit.becomes('passed')
  await sendAndArrive()
})

test('on a network of 400 kbit/s with two seconds of delay a visitor passes at the first try', async ({ browser }) => {
  visit = await openWidgetPage(browser, keys)
  const control = await visit.context.newCDPSession(visit.page)
  await control.send('Network.enable')
  await control.send('Network.setCacheDisabled', { cacheDisabled: true })
  await control.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await visit.page.reload()
  await visit.fillIn()
  await expect(visit.widget).toHaveJSProperty('state', 'passed', { timeout: 60_000 })
  expect(await visit.said()).toEqual(['Checking…', expect.stringMatching(/^You’re through/u)])
})

test('a connection that is gone for a second is not the visitor’s trouble', async ({ browser }) => {
  visit = await openWidgetPage(browser, keys)
  await visit.context.setOffline(true)
  await visit.fillIn()
  await visit.page.waitForTimeout(1000)
  await visit.context.setOffline(false)
  await visit.becomes('passed')
  expect((await visit.said())[1]).toMatch(/^You’re through/u)
  await sendAndArrive()
})

test('offline in the middle it says so, keeps what was typed, and goes on when the visitor asks', async ({
  browser,
}) => {
  let connection: 'there' | 'goes' | 'gone' = 'goes'
  const before = async (context: BrowserContext) => {
    await hurry(context)
    await context.route('**/captcha/v1/verifications**', (route) => {
      // The challenge has come, its answer cannot be handed in.
      if (connection === 'goes' && route.request().url().endsWith('/solutions')) connection = 'gone'
      return connection === 'gone' ? route.abort('internetdisconnected') : route.continue()
    })
  }
  visit = await openWidgetPage(browser, { ...keys, attributes: 'autostart="off"', before })
  await visit.page.getByLabel('E-mail').fill('anna')
  await visit.box.click()
  await visit.becomes('failed')
  await expect(visit.widget).toContainText('No connection.')
  connection = 'there'
  await visit.widget.getByRole('button', { name: 'Try again' }).click()
  await visit.becomes('passed')
  expect(await visit.page.getByLabel('E-mail').inputValue()).toBe('anna')
  await sendAndArrive()
})

for (const [clock, hours] of [
  ['a day ahead', 24],
  ['a day behind', -24],
] as const)
  test(`with a clock that is ${clock} the token neither runs out at once nor lives too long`, async ({ browser }) => {
    const lives = (context: BrowserContext) =>
      context.route('**/solutions', async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          json: { ...Object(await response.json()), expiresAt: new Date(Date.now() + 300_000).toISOString() },
        })
      })
    visit = await openWidgetPage(browser, {
      ...keys,
      attributes: 'refresh="never"',
      async before(context) {
        await context.clock.install({ time: Date.now() + hours * 3_600_000 })
        await lives(context)
      },
    })
    await visit.fillIn()
    await visit.becomes('passed')
    // It was given five minutes, and the last half minute of a token is spared.
    await visit.page.clock.fastForward('03:00')
    expect(await read(visit.widget, 'state')).toBe('passed')
    await visit.page.clock.fastForward('01:31')
    await visit.becomes('expired')
    await sendAndArrive()
  })

// Told what a browser tells that has kept a page; widget-expiry.spec.ts has one that does keep it.
for (const left of ['working', 'passed'] as const)
  test(`a page that was left while the widget was ${left}, and is brought back as it was, gets a token of its own`, async ({
    browser,
  }) => {
    let isHeld = left === 'working'
    const before = (context: BrowserContext) =>
      context.route('**/solutions', (route) => (isHeld ? undefined : route.continue()))
    visit = await openWidgetPage(browser, { ...keys, before })
    await visit.fillIn()
    await visit.becomes(left)
    const old = await visit.widget.evaluate((widget) => String(Reflect.get(widget, 'response')))
    await visit.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await visit.becomes('ready')
    isHeld = false
    await visit.fillIn()
    await sendAndArrive()
    expect(visit.site.tokens).not.toContain(old)
  })

test('a page that is printed while it works goes on, and nothing of it is printed over the rest', async ({
  browser,
}) => {
  visit = await openWidgetPage(browser, {
    ...keys,
    attributes: 'invisible',
    body: `${usualBody}<div style="height: 4000px"></div>`,
  })
  await visit.fillIn()
  await visit.page.emulateMedia({ media: 'print' })
  const printed = await visit.widget.evaluate((widget) => {
    const box = widget.shadowRoot?.querySelector('.widget')
    return box?.checkVisibility({ visibilityProperty: true }) === true && getComputedStyle(widget).position === 'fixed'
  })
  expect(printed).toBe(false)
  await visit.page.pdf()
  await visit.page.emulateMedia({ media: 'screen' })
  await visit.becomes('passed')
  await sendAndArrive()
})
