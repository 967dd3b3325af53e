import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { openCompatPage } from './compat-page.ts'
import { soon } from './soon.ts'
import { answered, passing, read, test, told } from './widget-page.ts'

/** So long a throttled visitor of these journeys waits, in seconds. */
const seconds = 3

/** Throttles the first start of a context, and lets the service answer all others. Gives the bodies of all starts. */
async function throttleFirst(context: BrowserContext, retryAfterSeconds = seconds): Promise<Record<string, unknown>[]> {
  const starts: Record<string, unknown>[] = []
  await context.route('**/captcha/v1/verifications', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    starts.push(Object(route.request().postDataJSON()))
    if (starts.length > 1) return route.continue()
    return route.fulfill({
      status: 429,
      json: { code: 'throttled', retryAfterSeconds, ticket: 'place-7' },
      headers: { 'access-control-allow-origin': '*', 'retry-after': String(retryAfterSeconds) },
    })
  })
  return starts
}

test('a throttled visitor keeps what they typed, presses nothing more, and the form is sent once with a token', async ({
  visit,
}) => {
  let starts: Record<string, unknown>[] = []
  const { page, widget, box, send, fillIn, becomes, arrives, said, faults } = await visit({
    before: async (context) => {
      starts = await throttleFirst(context, 50)
      await context.clock.install()
    },
  })
  await fillIn()
  await send.click()
  await becomes('throttled')
  await expect(box).toHaveAccessibleName('Many visitors from your network')
  await expect(box).toHaveAttribute('aria-busy', 'true')
  await expect(widget.locator('#hint')).toHaveText(/^Continues in \d+ sec$/u)
  // Nothing asks for a press, and those who press all the same do no harm.
  await expect(widget.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await send.click()
  await box.click({ force: true })
  await widget.evaluate((element) => Reflect.apply(Reflect.get(element, 'startVerification'), element, []))
  expect(await page.getByLabel('E-mail').inputValue()).toBe('anna@example.org')
  expect(starts.length).toBe(1)
  const before = { said: await said(), told: await told(page) }
  expect(before.told).toEqual(['started', 'throttled throttled'])
  // Said when it begins, not with each second.
  expect(before.said.slice(1)).toEqual(['Many visitors from your network. Continues in 50 sec'])
  await page.clock.fastForward(50_000)
  await arrives(1)
  await answered(page)
  expect(starts.map(({ ticket }) => ticket)).toEqual([undefined, 'place-7'])
  expect(faults).toEqual([])
})

test('its screen reader hears that it waits, that it continues and that it is through', async ({ visit }) => {
  const { start, becomes, said } = await visit({ before: (context) => throttleFirst(context) })
  await start()
  await becomes('passed')
  const heard = await said()
  expect(heard.map((text) => text.replace(/\d+:.*$/u, ''))).toEqual([
    'Checking…',
    `Many visitors from your network. Continues in ${seconds} sec`,
    'Checking…',
    'You’re through. Valid until ',
  ])
})

test('a visitor who resets the form, or a page that puts in another widget, loses neither time nor place', async ({
  visit,
}) => {
  let starts: Record<string, unknown>[] = []
  const { page, widget, start, becomes } = await visit({
    before: async (context) => (starts = await throttleFirst(context)),
  })
  await start()
  await becomes('throttled')
  await page.evaluate(() => document.querySelector('form')?.reset())
  expect(await read(widget, 'state')).toBe('ready')
  await widget.evaluate((element) => element.replaceWith(element.cloneNode()))
  await start()
  await becomes('passed')
  expect(starts.map(({ ticket }) => ticket)).toEqual([undefined, 'place-7'])
  // Told once for each answer of the service, so that a page which starts anew in its listener does not turn in circles.
  expect((await told(page)).filter((event) => event.startsWith('throttled')).length).toBe(1)
})

test('execute stays open while the visitor waits', async ({ visit }) => {
  const { widget } = await visit({ before: (context) => throttleFirst(context) })
  const token = await widget.evaluate((element) => Reflect.apply(Reflect.get(element, 'execute'), element, []))
  expect(String(token)).not.toBe('')
})

const form = (inside: string) => `<form method="post" action="/">${inside}<button>Send</button></form>`

/** Pages as they are written for other captchas, and what they are told when the visitor has to wait. */
const others = {
  reCAPTCHA: {
    siteKey: passing.siteKey,
    body: form(
      '<div class="g-recaptcha" data-sitekey="{key}" data-callback="passed" data-error-callback="failed"></div>',
    ),
    script: '<script src="{api}/recaptcha/api.js" async defer></script>',
    hears: [],
    reset: 'grecaptcha.reset(); grecaptcha.execute()',
  },
  hCaptcha: {
    siteKey: passing.siteKey,
    body: form(
      '<div class="h-captcha" data-sitekey="{key}" data-callback="passed" data-error-callback="failed"></div>',
    ),
    script: '<script src="{api}/hcaptcha/1/api.js" async defer></script>',
    hears: ['rate-limited'],
    reset: 'hcaptcha.reset(); hcaptcha.execute()',
  },
  Turnstile: {
    siteKey: '1x00000000000000000000AA',
    body: form(
      '<div class="cf-turnstile" data-sitekey="{key}" data-callback="passed" data-error-callback="failed"></div>',
    ),
    script: '<script src="{api}/turnstile/v0/api.js" async defer></script>',
    hears: ['300030'],
    reset: 'turnstile.reset()',
  },
} as const

async function openOther(browser: Browser, { siteKey, body, script }: (typeof others)[keyof typeof others], own = '') {
  let starts: Record<string, unknown>[] = []
  const page = await openCompatPage(browser, {
    siteKey,
    body: body + script,
    script: own,
    before: async (context) => (starts = await throttleFirst(context)),
  })
  return { page, starts: () => starts }
}

const begin = async (page: Page, name: string) => {
  // Turnstile begins by itself.
  if (name !== 'Turnstile') await page.locator('bollard-captcha button').first().click()
}

for (const [name, other] of Object.entries(others)) {
  base(`${name}: the error callback when the visitor has to wait, then the one of success`, async ({ browser }) => {
    const { page, starts } = await openOther(browser, other)
    await begin(page.page, name)
    await expect.poll(() => page.told('failed'), soon).toEqual([other.hears])
    expect(await page.told('passed')).toEqual([])
    expect(await page.token()).not.toBe('')
    expect([await page.told('failed'), (await page.told('passed')).length]).toEqual([[other.hears], 1])
    expect(starts().map(({ ticket }) => ticket)).toEqual([undefined, 'place-7'])
    expect(page.errors).toEqual([])
    await page.close()
  })

  base(`${name}: a page that starts anew in its error callback does not turn in circles`, async ({ browser }) => {
    const own = `globalThis.failed = (...told) => { heard.push(['failed', ...told]); ${other.reset}; return true }`
    const { page, starts } = await openOther(browser, other, own)
    await begin(page.page, name)
    expect(await page.token()).not.toBe('')
    expect((await page.told('failed')).length).toBe(1)
    expect(starts().map(({ ticket }) => ticket)).toEqual([undefined, 'place-7'])
    await page.close()
  })
}
