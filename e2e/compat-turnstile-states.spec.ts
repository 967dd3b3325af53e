import { type Browser, type BrowserContext, expect, test } from '@playwright/test'
import { askAs, type CompatPage, type CompatPageOptions, openCompatPage } from './compat-page.ts'
import { becomeOwner, type Owner } from './owner.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'
import { hurry } from './widget-page.ts'

let owner: Owner
let site: CompatPage
test.beforeAll(async () => {
  owner = await becomeOwner('Turnstiles')
  // Visitors are driven by a program, which the score would stop.
  await owner.set({ riskScoring: false })
})
test.afterEach(() => site.close())

async function open(browser: Browser, options: Omit<CompatPageOptions, 'siteKey'>): Promise<void> {
  site = await openCompatPage(browser, { ...options, siteKey: owner.siteKey })
}
const ask = (response: string, secret = owner.secretKey) => askAs('/turnstile/v0/siteverify', { secret, response })
const explicit = '<script src="{api}/turnstile/v0/api.js?onload=loaded&render=explicit" defer></script>'
const form = (inside: string) =>
  `<form method="post" action="/"><label>E-mail <input name="email"></label>${inside}<button>Send</button></form>`
const render = (more: string, place = `'#here'`) =>
  `turnstile.render(${place}, { sitekey: '${owner.siteKey}', ${more} })`
const rendered = (key: string) =>
  `turnstile.remove(); turnstile.render('#here', { sitekey: '${key}', retry: 'never', 'error-callback': tell('failed', true), callback: passed })`
const testKeys = {
  passes: '1x00000000000000000000AA',
  fails: '2x00000000000000000000AB',
  invisible: '1x00000000000000000000BB',
  interactive: '3x00000000000000000000FF',
}
const testSecret = '1x0000000000000000000000000000000AA'

/** Opens a page with an empty element `here`, and calls something there once the script has come. */
async function openExplicit(
  browser: Browser,
  call: string,
  options: Partial<Omit<CompatPageOptions, 'siteKey'>> = {},
): Promise<unknown> {
  await open(browser, { body: form('<div id="here"></div>') + explicit, ...options })
  await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
  return site.run(call)
}

/** Lets the page's clock be put forward; what failed is tried again at once. */
async function clockAndHurry(context: BrowserContext): Promise<void> {
  await context.clock.install()
  await hurry(context)
}

/** Answers every start of a check in place of the service, as `answer` is at that time. */
async function answerWith(answer: { status: number; json: object }): Promise<void> {
  await site.page.route(`${product.api}/captcha/v1/verifications`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ ...answer, headers: { 'access-control-allow-origin': '*' } })
      : route.fallback(),
  )
}

test('the test key that forces a press shows the box, tells before and after, and times out if nobody comes', async ({
  browser,
}) => {
  const callbacks = `callback: passed, 'before-interactive-callback': before, 'after-interactive-callback': after, 'timeout-callback': timedOut`
  await openExplicit(
    browser,
    `turnstile.render('#here', { sitekey: '${testKeys.interactive}', appearance: 'interaction-only', ${callbacks} })`,
    {
      before: (context) => context.clock.install(),
    },
  )
  await expect.poll(() => site.told('before'), soon).toEqual([[]])
  await expect(site.widgets).toHaveAttribute('invisible', 'off')
  await site.page.clock.fastForward('05:01')
  await expect.poll(() => site.told('timedOut'), soon).toEqual([[]])
  // It has begun anew.
  expect([await site.told('after'), await site.told('before')]).toEqual([[[]], [[], []]])
  await site.box.click()
  expect(await site.token()).toBe('XXXX.DUMMY.TOKEN.XXXX')
  expect(await site.told('after')).toEqual([[], []])
  expect(await ask('XXXX.DUMMY.TOKEN.XXXX', testSecret)).toMatchObject({ success: true })
})

test('refresh-timeout: never and manual leave it at the callback', async ({ browser }) => {
  await openExplicit(
    browser,
    `turnstile.render('#here', { sitekey: '${testKeys.interactive}', 'refresh-timeout': 'manual', 'before-interactive-callback': before, 'timeout-callback': timedOut })`,
    {
      before: (context) => context.clock.install(),
    },
  )
  await expect.poll(() => site.told('before'), soon).toEqual([[]])
  await site.page.clock.fastForward('05:01')
  await expect.poll(() => site.told('timedOut'), soon).toEqual([[]])
  expect(await site.told('before')).toEqual([[]])
})

test('refresh-expired: auto fetches a new token, manual asks the visitor, never leaves it', async ({ browser }) => {
  await openExplicit(browser, render(`'expired-callback': expired, callback: passed`), {
    body: form('<div id="here"></div><div id="manual"></div><div id="never"></div>') + explicit,
    before: (context) => context.clock.install(),
  })
  await site.run(
    render(`'refresh-expired': 'manual', callback: tell('manual'), 'before-interactive-callback': before`, `'#manual'`),
  )
  await site.run(render(`'refresh-expired': 'never', callback: tell('never')`, `'#never'`))
  const first = await site.token()
  for (const name of ['manual', 'never']) await expect.poll(() => site.told(name), soon).toHaveLength(1)
  // Somebody is there. Where nothing of the visitor is looked at, as here, only a touch of the form tells.
  await site.page.locator('[name=email]').click()
  await site.page.clock.fastForward('30:00')
  await site.page.mouse.move(40, 40)
  expect(await site.token(2)).not.toBe(first)
  expect(await site.told('expired')).toEqual([[first]])
  expect(await site.told('before')).toEqual([[]])
  expect(
    await site.run(`[turnstile.isExpired('#here'), turnstile.isExpired('#manual'), turnstile.isExpired('#never')]`),
  ).toEqual([false, true, true])
  await expect(site.page.locator('#never input')).toHaveValue('')
  await site.page.locator('#manual bollard-captcha button').first().click()
  await expect.poll(() => site.told('manual'), soon).toHaveLength(2)
})

test('failures come as codes of the known families, and only those that may pass are tried again', async ({
  browser,
}) => {
  const answer = { status: 503, json: { code: '' } }
  await openExplicit(browser, '', { before: clockAndHurry })
  await answerWith(answer)
  await site.run(render(`'retry-interval': 100, 'error-callback': tell('failed', true), callback: passed`))
  await expect.poll(async () => (await site.told('failed')).length, soon).toBeGreaterThan(2)
  expect(new Set((await site.told('failed')).flat())).toEqual(new Set(['300020']))
  answer.status = 403
  answer.json = { code: 'origin-not-allowed' }
  await expect.poll(async () => (await site.told('failed')).at(-1), soon).toEqual(['110200'])
  const count = (await site.told('failed')).length
  await site.page.clock.fastForward('10:00')
  expect((await site.told('failed')).length).toBe(count)
  await site.page.unroute(`${product.api}/captcha/v1/verifications`)
  await site.run('turnstile.reset()')
  expect(await ask(await site.token())).toMatchObject({ success: true })
  expect(site.warnings.filter((text) => text.includes('[Turnstile]'))).toEqual([])
})

test('retry: never leaves it at the first failure; without a callback the page gets an exception, else a note', async ({
  browser,
}) => {
  await open(browser, { body: form('<div id="here"></div><div id="there"></div>') + explicit })
  await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
  await answerWith({ status: 404, json: { code: 'site-key-unknown' } })
  await site.run(render(`retry: 'never', 'error-callback': failed`))
  await expect.poll(() => site.told('failed'), soon).toEqual([['110100']])
  expect(site.warnings.filter((text) => text.includes('[Turnstile] Error: 110100.'))).toHaveLength(1)
  await site.run(render(`retry: 'never'`, `'#there'`))
  await expect.poll(() => site.errors).toEqual(['Error: 110100.'])
})

test('a browser that cannot run it has a callback of its own, and a challenge that has run out too', async ({
  browser,
}) => {
  await openExplicit(browser, '', {
    body: form('<div id="here"></div><div id="there"></div>') + explicit,
    before: hurry,
  })
  await site.run(
    render(`execution: 'execute', retry: 'never', 'unsupported-callback': unsupported, 'error-callback': failed`),
  )
  await site.run(
    `document.querySelector('bollard-captcha').dispatchEvent(new CustomEvent('bollard-failed', { detail: { code: 'unsupported' } }))`,
  )
  expect([await site.told('unsupported'), await site.told('failed')]).toEqual([[[]], []])
  await answerWith({ status: 410, json: { code: 'challenge-expired' } })
  await site.run(render(`retry: 'never', 'timeout-callback': timedOut`, `'#there'`))
  await expect.poll(() => site.told('timedOut'), soon).toEqual([[]])
})

test('whoever is refused is checked again a few times, then not without being asked', async ({ browser }) => {
  await openExplicit(browser, '', { before: clockAndHurry })
  await answerWith({ status: 200, json: { status: 'refused', verificationId: '01998a2e-7b1c-7f00-8000-000000000001' } })
  await site.run(render(`'retry-interval': 50, 'error-callback': tell('failed', true)`))
  await expect.poll(async () => (await site.told('failed')).length, soon).toBe(4)
  await site.page.clock.fastForward('10:00')
  expect(await site.told('failed')).toEqual([['600010'], ['600010'], ['600010'], ['600010']])
})

test('the test keys: one fails everybody, one passes everybody, and one does so without being seen', async ({
  browser,
}) => {
  await openExplicit(browser, rendered(testKeys.fails), { host: 'anybodys.localhost' })
  await expect.poll(() => site.told('failed'), soon).toEqual([['600010']])
  await site.run(rendered(testKeys.invisible))
  await expect(site.widgets).toHaveAttribute('badge', 'hidden')
  expect(await site.token()).toBe('XXXX.DUMMY.TOKEN.XXXX')
  await site.run(rendered(testKeys.passes))
  await expect(site.widgets.getByRole('note')).toContainText('Test key')
  expect(await site.token(2)).toBe('XXXX.DUMMY.TOKEN.XXXX')
  expect(await ask('XXXX.DUMMY.TOKEN.XXXX', testSecret)).toMatchObject({ success: true })
  expect(await ask('XXXX.DUMMY.TOKEN.XXXX')).toMatchObject({
    success: false,
    'error-codes': ['invalid-input-response'],
  })
})
