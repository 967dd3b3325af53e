import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type ClientPage, type ClientPageOptions, type Clients, isWidget, serveClients } from './client-page.ts'
import { testsInTurn } from './in-turn.ts'
import { product } from './product.ts'
import { clocksAlone, comeBackLate } from './put-forward.ts'
import { soon } from './soon.ts'
import { passing } from './widget-page.ts'

const wrappers = ['javascript', 'react', 'vue', 'angular'] as const
const examples = wrappers.map((name) => `${name}-example` as const)

let clients: Clients
test.beforeAll(async () => {
  clients = await serveClients([...wrappers, ...examples, 'hydrated'])
})
test.afterAll(() => clients?.close())

let visit: ClientPage
test.afterEach(() => visit?.close())
const open = async (browser: Browser, options: ClientPageOptions) => (visit = await clients.open(browser, options))

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
  test(`${name}: a visitor sends the form again and again, also after the server has failed, each time with a token of its own`, async ({
    browser,
  }) => {
    await open(browser, { name })
    const answer = visit.page.locator('output').first()
    await expect(visit.captchas).toHaveJSProperty('state', 'ready')
    await visit.type()
    await visit.send.click()
    await expect(answer).toHaveText('Thank you.')
    expect(visit.complaints).toEqual([])
    clients.site.fail(true)
    await visit.send.click()
    await expect(answer).toHaveText('Please try again.')
    await expect(visit.captchas).toHaveJSProperty('response', '')
    clients.site.fail(false)
    await visit.send.click()
    await expect(answer).toHaveText('Thank you.')
    await visit.arrives(2)
  })

for (const [index, name] of wrappers.entries()) {
  const testInTurn = testsInTurn(index, wrappers.length)

  testInTurn(0)(
    `${name}: of two on a page whose script is late, the form that was sent before waits for its token, once`,
    async ({ browser }) => {
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
      expect([await visit.heard(), clients.site.answers.length]).toEqual([[], 0])
      letGo()
      await visit.hears('accepted')
      await visit.arrives(1)
      expect(await visit.captchas.last().evaluate((element) => Reflect.get(element, 'state'))).toBe('ready')
      expect(loads).toBe(1)
      await visit.page.getByRole('button', { name: 'Send' }).last().click()
      await visit.arrives(2)
      expect(visit.complaints).toEqual([])
    },
  )

  testInTurn(1)(
    `${name}: where the script doesn't come it says why, and the button in its place tries again`,
    async ({ browser }) => {
      const block = (context: BrowserContext) => context.route(isWidget, (route) => route.abort())
      await open(browser, { name, before: block })
      await visit.hears('unavailable script-unreachable')
      await expect(visit.page.getByRole('alert')).toContainText("The security check didn't load.")
      await visit.send.click()
      await expect.poll(async () => (await visit.heard()).length, soon).toBe(2)
      expect(await visit.command('execute')).toBe('script-unreachable')
      await visit.context.unroute(isWidget)
      await visit.page.getByRole('button', { name: 'Retry' }).click()
      // The form that was sent meanwhile goes out now.
      await visit.hears('accepted')
      await visit.arrives(1)
    },
  )

  testInTurn(2)(
    `${name}: taken away while it works it tells nothing more, and leaves no listener behind`,
    async ({ browser }) => {
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
      await visit.type()
      await visit.send.click()
      await visit.arrives(1)
      expect(visit.complaints).toEqual([])
    },
  )

  testInTurn(3)(
    `${name}: theme and language change what is there; another action asks for another token`,
    async ({ browser }) => {
      await open(browser, { name })
      await expect(visit.captchas).toHaveJSProperty('state', 'ready')
      await visit.type()
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
      await visit.arrives(1)
    },
  )

  testInTurn(4)(
    `${name}: execute waits for the script and gives a token in invisible mode, and one that expired is renewed`,
    async ({ browser }) => {
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
      expect((await visit.heard()).filter((what) => /^(?:expired|token -)$/u.test(what))).toEqual([
        'token -',
        'expired',
      ])
      expect(await visit.command('execute')).not.toBe(token)
      await visit.command('reset')
      await visit.hears('reset')
    },
  )
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
