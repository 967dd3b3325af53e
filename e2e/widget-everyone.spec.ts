import { type BrowserContext, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'

const keys = { siteKey: 'bsk_TestAlwaysPasses000000', secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv' }
const failingKey = 'bsk_TestAlwaysFails0000000'

const opened: { close(): Promise<unknown> }[] = []
test.afterEach(async () => {
  for (const thing of opened.splice(0).toReversed()) await thing.close()
})

interface VisitOptions extends BrowserContextOptions {
  body?: string
  attributes?: string
  siteKey?: string
  policy?: string
  before?: (context: BrowserContext) => Promise<unknown>
}

interface Opener {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
}

const usualBody = '<form method="post" action="/"><label>E-mail <input name="email"></label>{widget}<button id="send">Send</button></form>'

/** A customer's page; what the widget tells is gathered in `told` of the page, every sending of a form in `sent`. */
async function visit(browser: Opener, { body = usualBody, attributes = '', siteKey = keys.siteKey, policy, before, ...look }: VisitOptions = {}) {
  const widget = `<bollard-captcha sitekey="${siteKey}" ${attributes}></bollard-captcha>`
  const site = await startCustomerSite({ api: product.api, ...keys, body: body.replaceAll('{widget}', widget), ...(policy === undefined ? {} : { policy }) })
  const context = await browser.newContext(look)
  opened.push(site, context)
  await context.addInitScript(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    for (const event of ['started', 'solved', 'failed', 'expired', 'reset'])
      addEventListener(`bollard-${event}`, (happened) => told.push([event, Object(Reflect.get(happened, 'detail')).code ?? ''].filter(Boolean).join(' ')))
  })
  await before?.(context)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(site.url)
  return { page, site, faults, context }
}

const captcha = (page: Page) => page.locator('bollard-captcha').first()
const told = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'told'))
const stateOf = (widget: Locator) => widget.evaluate((element): unknown => Reflect.get(element, 'state'))
const read = (widget: Locator, name: string) => widget.evaluate((element, wanted): unknown => Reflect.get(element, wanted), name)
/** What `execute` gives: the token, or the code it rejects with. */
const execute = (widget: Locator) =>
  widget.evaluate(async (element) => {
    try {
      return { token: String(await Reflect.apply(Reflect.get(element, 'execute'), element, [])) }
    } catch (error) {
      return { code: String(Reflect.get(Object(error), 'code')) }
    }
  })
const passes = (page: Page, widget = captcha(page)) => expect.poll(() => stateOf(widget)).toBe('passed')
const gotTokens = (site: CustomerSite, count: number) => expect.poll(() => site.tokens.length).toBe(count)
/** Answers to sendings that nobody expects come within this time. */
const quiet = (page: Page) => page.waitForTimeout(1500)

test('a script gets the token of a passive widget, which leaves the form alone', async ({ browser }) => {
  const { page, site, faults } = await visit(browser, { attributes: 'passive name="" autostart="off"' })
  expect(await captcha(page).evaluate((element) => [Reflect.get(element, 'form') instanceof HTMLFormElement, Reflect.get(element, 'validity').valid])).toEqual([true, true])
  const { token = '' } = await execute(captcha(page))
  expect(token).toMatch(/^\S{40,}$/u)
  expect(await execute(captcha(page))).toEqual({ token })
  expect([await stateOf(captcha(page)), await read(captcha(page), 'response'), await read(captcha(page), 'verificationId')]).toEqual(['passed', token, expect.stringMatching(/^[\da-f-]{36}$/u)])
  expect(await page.evaluate(() => [...new FormData(document.forms[0]).keys()])).toEqual(['email'])
  expect(await told(page)).toEqual(['started', 'solved'])
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  expect([site.tokens, faults]).toEqual([[''], []])
})

test('a passive widget holds back no form, whatever its state', async ({ browser }) => {
  const { page, site } = await visit(browser, { siteKey: failingKey, attributes: 'passive' })
  expect(await execute(captcha(page))).toEqual({ code: 'refused' })
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
})

test('a script that waits is told of a refusal, of a reset, of a removal and of what is wrong', async ({ browser }) => {
  const { page } = await visit(browser, { siteKey: failingKey })
  expect(await execute(captcha(page))).toEqual({ code: 'refused' })
  const codes = await captcha(page).evaluate(async (element) => {
    const codeOf = (promise: unknown) => Promise.resolve(promise).then(() => '', (error: unknown) => String(Reflect.get(Object(error), 'code')))
    const call = (name: string) => Reflect.apply(Reflect.get(element, name), element, [])
    const reset = codeOf(call('execute'))
    call('reset')
    const removed = codeOf(call('execute'))
    element.remove()
    return [await reset, await removed, await codeOf(call('execute'))]
  })
  expect(codes).toEqual(['reset', 'removed', 'removed'])
})

test('a site key that nobody owns is named to the script', async ({ browser }) => {
  const { page } = await visit(browser, { siteKey: 'bsk_NobodyOwnsThisOne00000' })
  expect(await execute(captcha(page))).toEqual({ code: 'site-key-unknown' })
})

test('two fast presses send a form once', async ({ browser }) => {
  const { page, site } = await visit(browser)
  await page.getByLabel('E-mail').fill('anna')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await gotTokens(site, 1)
  await quiet(page)
  expect(site.tokens).toHaveLength(1)
  expect(site.answers[0]?.success).toBe(true)
})

test('two fast presses once the token is there send a form once', async ({ browser }) => {
  // What is sent takes its time, so the second press comes while the first is on its way.
  const { page, site } = await visit(browser, {
    before: (context) => context.route('**/', async (route) => {
      if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 2500))
      await route.continue()
    }),
  })
  await page.getByLabel('E-mail').fill('anna')
  await passes(page)
  const pressed = page.evaluate(async () => {
    const button = document.querySelector('button')
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 300))
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return Reflect.get(globalThis, 'told')
  })
  expect(await pressed).toEqual(['started', 'solved'])
  await gotTokens(site, 1)
  expect(site.answers).toMatchObject([{ success: true }])
})

test('the button that was pressed says where a form goes, also after it was held back', async ({ browser }) => {
  const body = '<form method="post" action="/nowhere"><input name="email" aria-label="E-mail">{widget}<button name="way" value="a">A</button><button name="way" value="b" formaction="/">B</button></form>'
  const { page, site } = await visit(browser, { body })
  const [request] = await Promise.all([page.waitForRequest((asked) => asked.method() === 'POST' && !asked.url().startsWith(product.api)), page.getByRole('button', { name: 'B' }).click()])
  expect([new URL(request.url()).pathname, new URLSearchParams(request.postData() ?? '').get('way')]).toEqual(['/', 'b'])
  await gotTokens(site, 1)
  expect(site.answers[0]?.success).toBe(true)
})

test('Enter sends a form, and so does a script, with the token in it', async ({ browser }) => {
  for (const way of ['enter', 'submit', 'requestSubmit'] as const) {
    const { page, site } = await visit(browser)
    await page.getByLabel('E-mail').fill('anna')
    if (way === 'submit') await passes(page)
    if (way === 'enter') await page.getByLabel('E-mail').press('Enter')
    else await page.evaluate((name) => document.forms[0]?.[name](), way)
    await gotTokens(site, 1)
    expect(site.answers).toMatchObject([{ success: true }])
  }
})

test('two widgets in one form let it go once both have their tokens', async ({ browser }) => {
  const { page, site } = await visit(browser, { body: usualBody.replace('{widget}', '{widget}{widget}') })
  const [request] = await Promise.all([page.waitForRequest((asked) => asked.method() === 'POST' && !asked.url().startsWith(product.api)), page.getByRole('button', { name: 'Send' }).click()])
  const tokens = new URLSearchParams(request.postData() ?? '').getAll('bollard-response')
  expect([tokens.length, new Set(tokens).size]).toEqual([2, 2])
  await gotTokens(site, 1)
  await quiet(page)
  expect(site.tokens).toHaveLength(1)
})

test('a widget in the root of an element serves the form around that element', async ({ browser }) => {
  const body = '<form method="post" action="/"><input name="email" aria-label="E-mail"><div><template shadowrootmode="open">{widget}</template></div><button>Send</button></form>'
  const { page, site } = await visit(browser, { body })
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  expect(site.answers[0]?.success).toBe(true)
})

test('it works in a frame of another origin to which the page around it allows nothing', async ({ browser }) => {
  const inner = await startCustomerSite({ api: product.api, ...keys, body: usualBody.replace('{widget}', `<bollard-captcha sitekey="${keys.siteKey}"></bollard-captcha>`) })
  opened.push(inner)
  const { page } = await visit(browser, { body: `<iframe src="${inner.url}" title="Form" allow="" width="600" height="400"></iframe>` })
  await page.frameLocator('iframe').getByRole('button', { name: 'Send' }).click()
  await gotTokens(inner, 1)
  expect(inner.answers[0]?.success).toBe(true)
})

test('moved in the page it keeps its token, moved while it works it goes on, and once it is back it works again', async ({ browser }) => {
  const { page, faults } = await visit(browser, { body: `${usualBody}<div id="elsewhere"></div>` })
  await page.getByLabel('E-mail').focus()
  await page.evaluate(() => document.querySelector('form')?.prepend(document.querySelector('bollard-captcha') ?? ''))
  await passes(page)
  const response = await read(captcha(page), 'response')
  await page.evaluate(() => document.querySelector('#elsewhere')?.append(document.querySelector('bollard-captcha') ?? ''))
  expect([await stateOf(captcha(page)), await read(captcha(page), 'response'), await read(captcha(page), 'form')]).toEqual(['passed', response, null])
  expect(await told(page)).toEqual(['started', 'solved'])
  await captcha(page).evaluate(async (element) => {
    element.remove()
    await new Promise((resolve) => setTimeout(resolve, 50))
    document.querySelector('form')?.append(element)
  })
  expect([await stateOf(captcha(page)), await read(captcha(page), 'response')]).toEqual(['ready', ''])
  await page.getByLabel('E-mail').press('a')
  await passes(page)
  expect(faults).toEqual([])
})

test('a form control like any other: disabled it is not in the way, and its form can be reset', async ({ browser }) => {
  const body = '<form method="post" action="/"><input name="email" aria-label="E-mail"><fieldset disabled>{widget}</fieldset><button>Send</button></form>'
  const { page, site } = await visit(browser, { body, attributes: 'autostart="off"' })
  await expect(captcha(page).getByRole('checkbox')).toBeDisabled()
  expect(await captcha(page).evaluate((element) => [Reflect.get(element, 'willValidate'), Reflect.get(element, 'type'), Reflect.get(element, 'name')])).toEqual([false, 'bollard-captcha', 'bollard-response'])
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  await page.goBack()
  await page.evaluate(() => document.querySelector('fieldset')?.removeAttribute('disabled'))
  expect(await captcha(page).evaluate((element) => [Reflect.get(element, 'validity').customError, Reflect.get(element, 'validationMessage')])).toEqual([true, 'Please confirm that you are a person'])
  await captcha(page).getByRole('checkbox').click()
  await passes(page)
  expect(await read(captcha(page), 'validationMessage')).toBe('')
  await page.evaluate(() => document.forms[0]?.reset())
  expect([await stateOf(captcha(page)), await read(captcha(page), 'response')]).toEqual(['ready', ''])
})

test('attributes may change while it works', async ({ browser }) => {
  const { page, site } = await visit(browser)
  await page.getByLabel('E-mail').focus()
  await captcha(page).evaluate((element) => {
    for (const [name, value] of Object.entries({ theme: 'dark', language: 'de', size: 'compact', name: 'token', sitekey: element.getAttribute('sitekey') ?? '' })) element.setAttribute(name, value)
  })
  await passes(page)
  expect(await page.evaluate(() => String(new FormData(document.forms[0]).get('token')).length)).toBeGreaterThan(40)
  await captcha(page).evaluate((element) => element.setAttribute('action', 'another'))
  expect(await stateOf(captcha(page))).toBe('ready')
  await captcha(page).evaluate((element) => element.setAttribute('name', 'bollard-response'))
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  expect(site.answers[0]?.success).toBe(true)
})

test('a token that runs out is replaced by itself, politely, for somebody who is there', async ({ browser }) => {
  const { page } = await visit(browser, { before: (context) => context.addInitScript(() => Object.assign(globalThis, { now: Date.now, ahead: 0 }) && (Date.now = () => Reflect.get(globalThis, 'now').call(Date) + Reflect.get(globalThis, 'ahead'))) })
  const runOut = () => page.evaluate(() => {
    Object.assign(globalThis, { ahead: Reflect.get(globalThis, 'ahead') + 3_600_000 })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByLabel('E-mail').fill('anna')
  await passes(page)
  const first = await read(captcha(page), 'response')
  await page.mouse.move(5, 5)
  await runOut()
  await expect.poll(() => told(page)).toEqual(['started', 'solved', 'expired', 'started', 'solved'])
  expect(await read(captcha(page), 'response')).not.toBe(first)
  expect(await captcha(page).locator('[role=status]').textContent()).toBe('The last check ran out and is being repeated')
  await captcha(page).evaluate((element) => element.setAttribute('refresh', 'manual'))
  await page.mouse.move(9, 9)
  await runOut()
  await page.mouse.move(5, 5)
  expect(await stateOf(captcha(page))).toBe('expired')
  await page.getByLabel('E-mail').press('x')
  await passes(page)
  await captcha(page).evaluate((element) => element.setAttribute('refresh', 'never'))
  await runOut()
  await page.getByLabel('E-mail').press('y')
  expect(await stateOf(captcha(page))).toBe('expired')
})

test('it speaks the language of the page, loads that one alone, and English where there is none', async ({ browser }) => {
  const asked: string[] = []
  const before = async (context: BrowserContext) => context.on('request', (request) => request.url().includes('/widget/languages/') && asked.push(new URL(request.url()).pathname))
  for (const [lang, title, direction] of [['de-CH', 'Ich bin ein Mensch', 'ltr'], ['ar', 'أنا', 'rtl'], ['en-GB', 'I’m a person', 'ltr'], ['tlh', 'I’m a person', 'ltr']] as const) {
    const { page } = await visit(browser, { siteKey: 'bsk_NobodyOwnsThisOne00000', body: `<div lang="${lang}">${usualBody}</div>`, before, locale: lang === 'tlh' ? 'tlh' : 'en' })
    await expect(captcha(page)).toContainText(title)
    expect(await captcha(page).locator('.widget').getAttribute('dir')).toBe(direction)
  }
  expect(asked).toEqual(['/widget/languages/de.json', '/widget/languages/ar.json'])
})

test('while a language does not come its place is empty and nothing moves, then it is English', async ({ browser }) => {
  const { page } = await visit(browser, { body: `<div lang="de">${usualBody}</div>`, siteKey: 'bsk_NobodyOwnsThisOne00000', before: (context) => context.route('**/widget/languages/**', () => {}) })
  const box = captcha(page).locator('.widget')
  await expect(box).toBeAttached()
  const before = await box.boundingBox()
  await expect(captcha(page)).toContainText('I’m a person', { timeout: 3000 })
  expect(await box.boundingBox()).toEqual(before)
})

for (const direction of ['ltr', 'rtl'] as const) {
  test(`compact it is narrow and upright, flexible it is as wide as its place, ${direction}`, async ({ browser }) => {
    const { page } = await visit(browser, { body: `<div dir="${direction}">${usualBody}</div>`, attributes: 'size="compact"', viewport: { width: 800, height: 600 } })
    await expect.poll(async () => (await captcha(page).boundingBox())?.width).toBe(160)
    expect((await captcha(page).locator('.widget').boundingBox())?.height).toBeLessThan(200)
    await captcha(page).evaluate((element) => element.setAttribute('size', 'flexible'))
    await expect.poll(async () => (await captcha(page).boundingBox())?.width).toBeGreaterThan(700)
    await captcha(page).evaluate((element) => element.setAttribute('size', 'normal'))
    await expect.poll(async () => (await captcha(page).boundingBox())?.width).toBe(320)
  })

  test(`the badge stands where its page wants it, ${direction}`, async ({ browser }) => {
    const { page } = await visit(browser, { body: `<div dir="${direction}">${usualBody}</div>`, attributes: 'invisible', viewport: { width: 800, height: 600 } })
    const box = captcha(page).locator('.widget')
    const put = (badge: string) => captcha(page).evaluate((element, value) => element.setAttribute('badge', value), badge)
    const isAtRight = async () => ((await box.boundingBox())?.x ?? 0) > 400
    await expect.poll(isAtRight).toBe(direction === 'ltr')
    await put('start')
    await expect.poll(isAtRight).toBe(direction === 'rtl')
    await put('inline')
    await expect.poll(async () => ((await box.boundingBox())?.y ?? 999) < 300).toBe(true)
    await put('hidden')
    await expect(box).toBeHidden()
    await page.getByLabel('E-mail').fill('anna')
    await passes(page)
  })

  test(`floating it comes beside the button and never covers it, ${direction}`, async ({ browser }) => {
    const body = `<div dir="${direction}" style="padding-top: 300px; overflow: hidden; transform: translateX(0)">${usualBody}</div><div style="height: 2000px"></div>`
    const { page, site } = await visit(browser, { body, attributes: 'floating', siteKey: failingKey, viewport: { width: 500, height: 600 } })
    const box = captcha(page).locator('.widget')
    await expect(box).toBeHidden()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(box).toContainText('You could not be let through')
    await expect(box).toBeVisible()
    for (const scroll of [0, 100, 280]) {
      await page.evaluate((top) => scrollTo(0, top), scroll)
      await page.waitForTimeout(100)
      const [widget, button] = [await box.boundingBox(), await page.locator('#send').boundingBox()]
      if (!widget || !button) throw new Error('Nothing to see')
      expect(widget.x >= 0 && widget.x + widget.width <= 500 && widget.y >= 0 && widget.y + widget.height <= 600).toBe(true)
      expect(widget.y >= button.y + button.height || widget.y + widget.height <= button.y).toBe(true)
      expect(Math.min(Math.abs(widget.y - button.y - button.height), Math.abs(button.y - widget.y - widget.height))).toBeLessThan(12)
    }
    expect(site.tokens).toEqual([])
  })
}

test('floating it is gone again when all is well', async ({ browser }) => {
  const { page, site } = await visit(browser, { attributes: 'floating' })
  const box = captcha(page).locator('.widget')
  await page.getByLabel('E-mail').fill('anna')
  await passes(page)
  await expect(box).toBeHidden({ timeout: 5000 })
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
})

test('without the script for its place it stands where it is', async ({ browser }) => {
  const { page } = await visit(browser, { attributes: 'floating', before: (context) => context.route('**/widget/placement.js', (route) => route.abort()) })
  await expect(captcha(page).locator('.widget')).toBeVisible()
  await page.getByLabel('E-mail').fill('anna')
  await passes(page)
})

for (const failover of [false, true]) {
  test(`a browser that is too old is told so, and its form is ${failover ? 'sent for the website to decide' : 'kept as it is'}`, async ({ browser }) => {
    const { page, site, faults } = await visit(browser, {
      body: `<div lang="de">${usualBody}</div>`,
      attributes: failover ? 'failover' : '',
      before: (context) => context.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals')),
    })
    await expect(captcha(page)).toContainText('Dieser Browser ist zu alt')
    await expect.poll(() => told(page)).toEqual(['failed unsupported'])
    expect(await execute(captcha(page))).toEqual(failover ? { token: expect.stringMatching(/^bfo1\./u) } : { code: 'unsupported' })
    await page.getByLabel('E-mail').fill('anna')
    await page.getByRole('button', { name: 'Send' }).click()
    if (failover) await gotTokens(site, 1)
    else await quiet(page)
    expect(site.tokens).toEqual(failover ? [expect.stringMatching(/^bfo1\./u)] : [])
    if (!failover) expect(await page.getByLabel('E-mail').inputValue()).toBe('anna')
    expect(faults).toEqual([])
  })
}
