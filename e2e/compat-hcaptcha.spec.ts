import { type Browser, expect, test } from '@playwright/test'
import { askAs, type CompatPage, type CompatPageOptions, openCompatPage } from './compat-page.ts'
import { becomeOwner, type Owner } from './owner.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'
import { hurry } from './widget-page.ts'

let owner: Owner
let site: CompatPage
test.beforeAll(async () => {
  owner = await becomeOwner('Hcaptcha')
  // Visitors are driven by a program, which the score would stop.
  await owner.set({ riskScoring: false })
})
test.afterEach(() => site.close())

async function open(browser: Browser, options: Omit<CompatPageOptions, 'siteKey'>): Promise<void> {
  site = await openCompatPage(browser, { ...options, siteKey: owner.siteKey })
}
const ask = (response: string, secret = owner.secretKey, sitekey = owner.siteKey) =>
  askAs('/hcaptcha/siteverify', { secret, response, sitekey })
const implicit = '<script src="{api}/hcaptcha/1/api.js" async defer></script>'
const explicit = '<script src="{api}/hcaptcha/1/api.js?onload=loaded&render=explicit" async defer></script>'
const form = (inside: string) =>
  `<form method="post" action="/"><label>E-mail <input name="email"></label>${inside}<button>Send</button></form>`
const render = (more: string, place = `'here'`) => `hcaptcha.render(${place}, { sitekey: '${owner.siteKey}', ${more} })`

/** Opens a page with one explicit widget in the element `here` and gives its id. */
async function openExplicit(
  browser: Browser,
  more: string,
  options: Partial<Omit<CompatPageOptions, 'siteKey'>> = {},
): Promise<string> {
  await open(browser, { body: `<div id="here"></div>${explicit}`, ...options })
  await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
  return String(await site.run(render(more)))
}

test('a checkbox by class: both fields, the attributes of the element, the callbacks, and a token that counts once', async ({
  browser,
}) => {
  const box =
    '<div class="h-captcha" data-sitekey="{key}" data-callback="passed" data-open-callback="opened" data-theme="dark" data-size="compact" data-hl="fr"></div>'
  await open(browser, { body: form(box) + implicit })
  for (const [name, value] of Object.entries({
    theme: 'dark',
    size: 'compact',
    language: 'fr',
    'data-hcaptcha-response': '',
  }))
    await expect(site.widgets).toHaveAttribute(name, value)
  expect(await site.faults()).toEqual([])
  await site.box.click()
  const token = await site.token()
  expect(await site.told('opened')).toEqual([[]])
  await expect(site.widgets).toHaveAttribute('data-hcaptcha-response', token)
  expect(await site.run('[hcaptcha.getResponse(), grecaptcha.getResponse(), hcaptcha.getRespKey().length]')).toEqual([
    token,
    token,
    36,
  ])
  expect(await site.faults()).toEqual([])
  expect(Object.fromEntries(await site.send())).toEqual({
    email: '',
    'g-recaptcha-response': token,
    'h-captcha-response': token,
  })
  expect(await ask(token)).toMatchObject({ success: true, hostname: 'localhost' })
  expect(await ask(token)).toMatchObject({ success: false, 'error-codes': ['already-seen-response'] })
  expect(site.errors).toEqual([])
})

test('it takes over pages of reCAPTCHA, unless that is switched off', async ({ browser }) => {
  const body = form(
    '<div class="g-recaptcha" data-sitekey="{key}"></div><div class="h-captcha" data-sitekey="{key}"></div>',
  )
  await open(browser, { body: body + implicit })
  await expect(site.widgets).toHaveCount(2)
  await site.close()
  await open(browser, {
    body: body + implicit.replace('1/api.js', 'api.js?recaptchacompat=off&hl=de&host=a&endpoint=b&custom=true'),
  })
  await expect(site.widgets).toHaveCount(1)
  await expect(site.widgets).toHaveAttribute('language', 'de')
  expect(await site.run('typeof grecaptcha')).toBe('undefined')
  await expect(site.page.locator('textarea')).toHaveCount(1)
})

test('an invisible widget gives a new token and its key to whoever awaits execute', async ({ browser }) => {
  const id = await openExplicit(browser, `size: 'invisible', callback: passed`)
  await expect(site.widgets).toHaveAttribute('badge', 'hidden')
  const [first, second] = [
    await site.run(`hcaptcha.execute('${id}', { async: true })`),
    await site.run('hcaptcha.execute({ async: true })'),
  ].map((answer) => ({
    ...Object(answer),
  }))
  expect(first).toEqual({ response: expect.any(String), key: expect.stringMatching(/^[\da-f-]{36}$/u) })
  expect(second?.['response']).not.toBe(first?.['response'])
  expect(await ask(String(first?.['response']))).toMatchObject({ success: true })
  expect(await site.run(`hcaptcha.getRespKey('${id}')`)).toBe(second?.['key'])
  // Without a promise wished for there is none.
  expect(await site.run('hcaptcha.execute()')).toBeUndefined()
  await site.token(3)
  expect(await site.faults()).toEqual([])
})

test('misuse: what the page is told, and by which way', async ({ browser }) => {
  await open(browser, { body: `<div id="here"></div>${explicit}` })
  await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
  const refused = (call: string) => site.run(`${call}.catch((code) => ({ code }))`)
  expect(await refused('hcaptcha.execute({ async: true })')).toEqual({ code: 'missing-captcha' })
  expect(await site.run('hcaptcha.getResponse()')).toBe('Error: No hCaptcha exists.')
  expect(await site.run(`hcaptcha.render('here', {})`)).toMatch(/^Error: Missing sitekey/u)
  expect(await site.run(`hcaptcha.render('nowhere', {})`)).toBe('')
  const id = await site.run(render(''))
  expect(await site.run(render(''))).toBe(id)
  expect(site.warnings).toEqual([
    `[hCaptcha] render: invalid container 'nowhere'.`,
    'Only one captcha is permitted per parent container.',
  ])
  await expect(site.widgets).toHaveCount(1)
  expect(await refused(`hcaptcha.execute('x', { async: true })`)).toEqual({ code: 'invalid-captcha-id' })
  for (const call of ['reset', 'close', 'remove', 'getResponse', 'getRespKey', 'execute'])
    expect(await site.run(`hcaptcha.${call}('x')`)).toBe('Error: Invalid hCaptcha id: x')
  expect(await site.run(`hcaptcha.setData('${String(id)}', { rqdata: 'x' })`)).toBeUndefined()
  expect(await site.run(`hcaptcha.setData('${String(id)}', 7)`)).toBe('Error: [hCaptcha] invalid data supplied')
  expect(await site.run(`hcaptcha.setData('x', {})`)).toBe('Error: Invalid hCaptcha id: x')
})

test('close ends a running check, and says so to the callback and to whoever awaits it', async ({ browser }) => {
  await openExplicit(browser, `size: 'invisible', 'open-callback': opened, 'close-callback': 'shut', callback: passed`)
  // The work is held back until the page has closed it.
  await site.page.route(`${product.api}/captcha/v1/verifications`, () => {})
  await site.run(`void hcaptcha.execute({ async: true }).catch(failed)`)
  await expect.poll(() => site.told('opened'), soon).toEqual([[]])
  await site.run('hcaptcha.close()')
  await expect.poll(() => site.told('failed'), soon).toEqual([['challenge-closed']])
  expect(await site.told('shut')).toEqual([[]])
  expect(await site.told('passed')).toEqual([])
})

test('a removed widget is gone with its fields, and its place can be used again', async ({ browser }) => {
  const id = await openExplicit(browser, 'callback: passed')
  await site.run(`hcaptcha.remove('${id}')`)
  expect(await site.run(`document.getElementById('here').childElementCount`)).toBe(0)
  expect(await site.run('hcaptcha.getResponse()')).toBe('Error: No hCaptcha exists.')
  expect(await site.run(render('callback: passed'))).not.toBe(id)
  await site.box.click()
  const token = await site.token()
  await site.run('hcaptcha.reset()')
  expect(await site.run('hcaptcha.getResponse()')).toBe('')
  await expect(site.page.locator('textarea').first()).toHaveValue('')
  expect(await ask(token)).toMatchObject({ success: true })
})

test('a theme object paints the box, and the theme of contrast is black on white', async ({ browser }) => {
  await openExplicit(
    browser,
    `theme: { palette: { mode: 'dark', text: { body: '#fff' } }, component: { checkbox: { main: { fill: '#102030', border: '#a0b0c0' } } } }, tabindex: 1`,
  )
  await expect(site.widgets).toHaveAttribute('tabindex', '1')
  const ground = () =>
    site.page
      .locator('bollard-captcha .widget')
      .first()
      .evaluate((box) => getComputedStyle(box).backgroundColor)
  await expect.poll(ground).toBe('rgb(16, 32, 48)')
  await site.run(`hcaptcha.remove()`)
  await site.run(render(`theme: 'contrast'`))
  await expect.poll(ground).toBe('rgb(255, 255, 255)')
})

test('a button checks at a click, and the form goes out from the callback', async ({ browser }) => {
  const button = '<button class="h-captcha" data-sitekey="{key}" data-callback="send">Order</button>'
  await open(browser, { body: form(button) + implicit, script: 'globalThis.send = () => document.forms[0].submit()' })
  await expect(site.page.locator('button[data-hcaptcha-widget-id]')).toHaveCount(1)
  const sent = site.page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  await site.page.getByRole('button', { name: 'Order' }).click()
  expect(await ask(new URLSearchParams((await sent).postData() ?? '').get('h-captcha-response') ?? '')).toMatchObject({
    success: true,
  })
})

test('a token that has run out, a challenge that has, and failures have their callbacks and codes', async ({
  browser,
}) => {
  const callbacks = `callback: passed, 'expired-callback': expired, 'chalexpired-callback': timedOut, 'error-callback': failed`
  await openExplicit(browser, `size: 'invisible', ${callbacks}`, {
    async before(context) {
      await context.clock.install()
      await hurry(context)
    },
  })
  await site.run('hcaptcha.execute()')
  await site.token()
  await site.page.clock.fastForward('30:00')
  await expect.poll(() => site.told('expired'), soon).toEqual([[]])
  expect(await site.run('hcaptcha.getResponse()')).toBe('')

  let answer = { status: 410, code: 'challenge-expired' }
  await site.page.route(`${product.api}/captcha/v1/verifications**`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: answer.status,
          contentType: 'application/problem+json',
          json: { code: answer.code },
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.continue(),
  )
  const code = () => site.run('hcaptcha.execute({ async: true }).catch((failure) => failure)')
  expect(await code()).toBe('challenge-expired')
  expect(await site.told('timedOut')).toEqual([[]])
  answer = { status: 429, code: 'rate-limited' }
  expect(await code()).toBe('rate-limited')
  answer = { status: 404, code: 'site-key-unknown' }
  expect(await code()).toBe('invalid-data')
  answer = { status: 500, code: '' }
  expect(await code()).toBe('challenge-error')
  expect(await site.told('failed')).toEqual([['rate-limited'], ['invalid-data'], ['challenge-error']])
})

test('a service that is not there is a network-error', async ({ browser }) => {
  await openExplicit(browser, `size: 'invisible', 'error-callback': failed`, {
    before: (context) => context.route(`${product.api}/widget.js*`, (route) => route.abort()),
  })
  await expect.poll(() => site.told('failed'), soon).toEqual([['network-error']])
  expect(await site.run('hcaptcha.execute({ async: true }).catch((failure) => failure)')).toBe('network-error')
})

test('under a policy of our scripts alone and Trusted Types it works', async ({ browser }) => {
  const policy = `default-src 'none'; script-src 'self' ${product.api}; connect-src ${product.api}; frame-src ${product.api}; form-action 'self'; require-trusted-types-for 'script'`
  await open(browser, {
    policy,
    body: form('<div class="h-captcha" data-sitekey="{key}" data-callback="passed"></div>') + implicit,
  })
  await site.box.click()
  expect(await ask(await site.token())).toMatchObject({ success: true })
  expect(site.errors).toEqual([])
})

test('the published test key passes everybody with the published token, which is worth nothing elsewhere', async ({
  browser,
}) => {
  const key = '10000000-ffff-ffff-ffff-000000000001'
  await open(browser, {
    host: 'anybodys.localhost',
    body: form(`<div class="h-captcha" data-sitekey="${key}" data-callback="passed"></div>`) + implicit,
  })
  await expect(site.widgets.getByRole('note')).toContainText('Test key')
  await site.box.click()
  const token = await site.token()
  expect(token).toBe('10000000-aaaa-bbbb-cccc-000000000001')
  expect(await ask(token, '0x0000000000000000000000000000000000000000', key)).toMatchObject({ success: true })
  expect(await ask(token)).toMatchObject({ success: false, 'error-codes': ['not-using-dummy-secret'] })
})
