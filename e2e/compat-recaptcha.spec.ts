import { type Browser, expect, test } from '@playwright/test'
import { askAs, type CompatPage, type CompatPageOptions, openCompatPage } from './compat-page.ts'
import { becomeOwner, obeyed, type Owner } from './owner.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'
import { hurry } from './widget-page.ts'

let owner: Owner
let site: CompatPage
test.beforeAll(async () => {
  owner = await becomeOwner('Recaptcha')
  // Visitors are driven by a program, which the score would stop.
  await owner.set({ riskScoring: false })
})
test.afterEach(() => site.close())

async function open(browser: Browser, options: Omit<CompatPageOptions, 'siteKey'>): Promise<void> {
  site = await openCompatPage(browser, { ...options, siteKey: owner.siteKey })
}
const ask = (response: string, secret = owner.secretKey) => askAs('/recaptcha/api/siteverify', { secret, response })
const implicit = '<script src="{api}/recaptcha/api.js" async defer></script>'
const explicit = '<script src="{api}/recaptcha/api.js?onload=loaded&render=explicit" async defer></script>'
const form = (inside: string) =>
  `<form method="post" action="/"><label>E-mail <input name="email"></label>${inside}<button>Send</button></form>`

test('a checkbox by class: one press, the callback, the field of the form, and a token that counts once', async ({
  browser,
}) => {
  const box =
    '<div class="g-recaptcha" data-sitekey="{key}" data-callback="passed" data-theme="dark" data-size="compact" data-action="join"></div>'
  await open(browser, { body: form(box) + implicit.replace('api.js', 'api.js?hl=de') })
  for (const [name, value] of Object.entries({ theme: 'dark', size: 'compact', action: 'join', language: 'de' }))
    await expect(site.widgets).toHaveAttribute(name, value)
  // The form may be touched: pages send it in the callback, which waits for the press.
  await site.page.getByLabel('E-mail').fill('anna@example.org')
  await expect(site.page.locator('#g-recaptcha-response')).toHaveValue('')
  expect(await site.faults()).toEqual([])
  await site.box.click()
  const token = await site.token()
  expect(await site.run('grecaptcha.getResponse()')).toBe(token)
  expect(await site.faults()).toEqual([])
  expect(Object.fromEntries(await site.send())).toEqual({ email: 'anna@example.org', 'g-recaptcha-response': token })
  expect(await ask(token)).toMatchObject({ success: true, hostname: 'localhost', action: 'join' })
  expect(await ask(token)).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  expect(site.errors).toEqual([])
})

test('without a callback a touch of the form is enough, as nothing but the field waits for it', async ({ browser }) => {
  await open(browser, { body: form('<div class="g-recaptcha" data-sitekey="{key}"></div>') + implicit })
  // A touch counts from when there is a widget to notice it.
  await expect(site.box).toBeVisible()
  await site.page.getByLabel('E-mail').fill('anna@example.org')
  await expect(site.page.locator('#g-recaptcha-response')).not.toHaveValue('', { timeout: 60_000 })
  expect(await ask((await site.send()).get('g-recaptcha-response') ?? '')).toMatchObject({ success: true })
})

test('explicit widgets have numbers and fields of their own, by id or element', async ({ browser }) => {
  await open(browser, {
    body: `<div id="first"></div><div id="second"></div><div class="g-recaptcha" data-sitekey="{key}"></div>${explicit}`,
  })
  await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
  expect(
    await site.run(
      `grecaptcha.render('first', { sitekey: '${owner.siteKey}', callback: tell('one'), hl: 'fr', theme: 'light', tabindex: 2 })`,
    ),
  ).toBe(0)
  expect(
    await site.run(
      `grecaptcha.render(document.getElementById('second'), { sitekey: '${owner.siteKey}', callback: passed })`,
    ),
  ).toBe(1)
  expect(
    await site.run(
      `grecaptcha.render(document.body.appendChild(document.createElement('div')), { sitekey: '${owner.siteKey}', isolated: true })`,
    ),
  ).toBe(1_000_000)
  await expect(site.widgets).toHaveCount(3)
  for (const [name, value] of Object.entries({ theme: 'light', tabindex: '2', language: 'fr' }))
    await expect(site.widgets.first()).toHaveAttribute(name, value)
  expect(
    await site.page.locator('textarea[name=g-recaptcha-response]').evaluateAll((all) => all.map(({ id }) => id)),
  ).toEqual(['g-recaptcha-response', 'g-recaptcha-response-1', 'g-recaptcha-response-2'])
  await site.page.locator('#second bollard-captcha button').first().click()
  const token = await site.token()
  expect(
    await site.run(
      '[grecaptcha.getResponse(), grecaptcha.getResponse(0), grecaptcha.getResponse(1), grecaptcha.enterprise.getResponse(1)]',
    ),
  ).toEqual(['', '', token, token])
  expect(await site.told('one')).toEqual([])
  await site.run('grecaptcha.reset(1)')
  expect(await site.run('grecaptcha.getResponse(1)')).toBe('')
  await expect(site.page.locator('#g-recaptcha-response-1')).toHaveValue('')
})

test('misuse is thrown at the page with the known words', async ({ browser }) => {
  await open(browser, { body: `<div id="here" data-sitekey="{key}"></div><div id="there"></div>${explicit}` })
  await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
  expect(await site.run('grecaptcha.getResponse()')).toBe('Error: No reCAPTCHA clients exist.')
  expect(await site.run(`grecaptcha.render('nowhere', {})`)).toBe(
    'Error: reCAPTCHA placeholder element must be an element or id',
  )
  expect(await site.run(`grecaptcha.render('there', {})`)).toBe('Error: Missing required parameters: sitekey')
  expect(await site.run(`grecaptcha.render('here', { theme: 'dark' })`)).toBe(
    'Error: Missing required parameters: sitekey',
  )
  expect(await site.run(`grecaptcha.render('here', { theme: 'dark' }, true)`)).toBe(0)
  expect(await site.run(`grecaptcha.render('here')`)).toBe('Error: reCAPTCHA has already been rendered in this element')
  expect(await site.run('grecaptcha.reset(7)')).toBe('Error: Invalid reCAPTCHA client id: 7')
  expect(await site.run(`grecaptcha.execute('another-key', { action: 'x' })`)).toBe(
    'Error: Invalid site key or not loaded in api.js: another-key',
  )
  // As frameworks do it: what was in the container is thrown out, then it is filled anew.
  await site.run(`document.getElementById('here').replaceChildren()`)
  expect(await site.run(`grecaptcha.render('here')`)).toBe(1)
})

test('an invisible button: a click checks, the callback sends the form', async ({ browser }) => {
  const button =
    '<button class="g-recaptcha" data-sitekey="{key}" data-callback="send" data-badge="bottomleft" data-action="buy">Order</button>'
  await open(browser, {
    body: form(button) + implicit,
    script: `globalThis.send = (token) => { passed(token); document.forms[0].submit() }`,
  })
  await expect(site.page.locator('.grecaptcha-badge bollard-captcha')).toHaveAttribute('badge', 'start')
  expect(await site.faults()).toEqual([])
  const sent = site.page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('localhost') && request.isNavigationRequest(),
  )
  await site.page.getByRole('button', { name: 'Order' }).click()
  const token = new URLSearchParams((await sent).postData() ?? '').get('g-recaptcha-response') ?? ''
  expect(await ask(token)).toMatchObject({ success: true, action: 'buy' })
})

test('an invisible div: execute checks, and every call gives a token of its own', async ({ browser }) => {
  await open(browser, {
    direction: 'rtl',
    body: `<div class="g-recaptcha" data-size="invisible" data-sitekey="{key}" data-callback="passed"></div>${implicit}`,
  })
  await expect(site.widgets).toHaveAttribute('badge', 'start')
  expect(await site.run('grecaptcha.execute().then((nothing) => nothing)')).toBeNull()
  await site.run('Promise.all([grecaptcha.execute(0), grecaptcha.execute(0)])')
  const [first, second, ...more] = (await site.told('passed')).map(([token]) => String(token))
  expect(more).toEqual([])
  expect(first).not.toBe(second)
  expect(await ask(first ?? '')).toMatchObject({ success: true })
  expect(await ask(second ?? '')).toMatchObject({ success: true })
  await site.run(
    `grecaptcha.render(document.body.appendChild(document.createElement('div')), { sitekey: '${owner.siteKey}', size: 'invisible', badge: 'inline' })`,
  )
  await expect(site.widgets.last()).toHaveAttribute('badge', 'inline')
})

for (const name of ['api', 'enterprise'])
  test(`v3 by ${name}.js: execute gives a token for each action, and the score says person`, async ({ browser }) => {
    // What Google recommends for pages that cannot wait for the script.
    const script = `globalThis.___grecaptcha_cfg = { fns: [loaded] }`
    await open(browser, { script, body: `<script src="{api}/recaptcha/${name}.js?render={key}"></script>` })
    await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
    await expect(site.page.locator('.grecaptcha-badge')).toHaveCount(1)
    const call = name === 'api' ? 'grecaptcha' : 'grecaptcha.enterprise'
    const tokens = await site.run(
      `new Promise((done) => ${call}.ready(() => Promise.all(['home', 'login/form'].map((action) => ${call}.execute('${owner.siteKey}', { action }))).then(done)))`,
    )
    const [home, login] = [Object(tokens)[0], Object(tokens)[1]].map(String)
    expect(await ask(home ?? '')).toMatchObject({ success: true, action: 'home', score: expect.any(Number) })
    expect(await ask(login ?? '')).toMatchObject({ success: true, action: 'login/form' })
    expect(await site.faults()).toEqual([])
    expect(site.errors).toEqual([])
  })

test('parameters alone are enough for render, as client libraries for version 3 do it', async ({ browser }) => {
  await open(browser, { body: explicit })
  await expect.poll(() => site.told('loaded'), soon).toEqual([[]])
  expect(await site.run(`grecaptcha.render({ sitekey: '${owner.siteKey}', size: 'invisible' })`)).toBe(0)
  expect(await site.run(`grecaptcha.render({ sitekey: '${owner.siteKey}', size: 'invisible', badge: 'inline' })`)).toBe(
    1,
  )
  await expect(site.page.locator('.grecaptcha-badge bollard-captcha')).toHaveCount(2)
  const token = await site.run(`grecaptcha.execute(0, { action: 'join' })`)
  expect(await ask(String(token))).toMatchObject({ success: true, action: 'join' })
  for (const nothing of ['{}', 'null', '{ size: "invisible" }', 'document'])
    expect(await site.run(`grecaptcha.render(${nothing})`)).toBe(
      'Error: reCAPTCHA placeholder element must be an element or id',
    )
  expect(site.errors).toEqual([])
})

test('an action counts for the call that names it, whatever its length up to 100, and execute needs none', async ({
  browser,
}) => {
  await open(browser, {
    body: `<div id="bought" class="g-recaptcha" data-size="invisible" data-sitekey="{key}" data-action="buy"></div>
<script src="{api}/recaptcha/api.js?render={key}"></script>`,
  })
  const actionOf = async (call: string): Promise<unknown> => {
    const token = await site.run(`new Promise((done) => grecaptcha.ready(() => done(${call})))`)
    return Object(await ask(String(token))).action
  }
  const key = `'${owner.siteKey}'`
  expect(await actionOf(`grecaptcha.execute(${key}, { action: 'newsletter' })`)).toBe('newsletter')
  expect(await actionOf(`grecaptcha.execute(${key}, { action: undefined })`)).toBeUndefined()
  expect(await actionOf(`grecaptcha.execute(${key}, { action: '${'x'.repeat(100)}' })`)).toBe('x'.repeat(100))
  expect(await actionOf(`grecaptcha.execute(${key})`)).toBeUndefined()
  // What an element was rendered with stays its own.
  const id = await site.run(`grecaptcha.render('bought', {}, true)`)
  expect(await actionOf(`grecaptcha.execute(${String(id)}, { action: 'sell' })`)).toBe('sell')
  expect(await actionOf(`grecaptcha.execute(${String(id)}, {})`)).toBe('buy')
  await expect(site.page.locator('#bought bollard-captcha')).toHaveAttribute('action', 'buy')
  expect(site.errors).toEqual([])
})

test('a token that has run out tells expired-callback, and the box can be pressed again', async ({ browser }) => {
  await open(browser, {
    body:
      form(
        '<div class="g-recaptcha" data-sitekey="{key}" data-callback="passed" data-expired-callback="expired"></div>',
      ) + implicit,
    before: (context) => context.clock.install(),
  })
  await site.box.click()
  const first = await site.token()
  await site.page.clock.fastForward('30:00')
  await expect.poll(() => site.told('expired'), soon).toEqual([[]])
  await expect(site.page.locator('#g-recaptcha-response')).toHaveValue('')
  await site.box.click()
  expect(await site.token(2)).not.toBe(first)
})

test('a wrong site key and a service that is not there tell error-callback', async ({ browser }) => {
  await open(browser, {
    body:
      form(
        '<div class="g-recaptcha" data-sitekey="bsk_NobodyHasThisKey000000" data-error-callback="failed" data-callback="passed"></div>',
      ) + implicit,
  })
  await site.box.click()
  await expect.poll(() => site.told('failed'), soon).toEqual([[]])
  await site.close()
  await open(browser, {
    body: form('<div class="g-recaptcha" data-sitekey="{key}" data-error-callback="failed"></div>') + implicit,
    before: (context) => context.route(`${product.api}/widget.js*`, (route) => route.abort()),
  })
  await expect.poll(() => site.told('failed'), soon).toEqual([[]])
  expect(await site.told('passed')).toEqual([])
})

test('in an outage that the owner lets visitors through the page gets the token that says so', async ({ browser }) => {
  const trusting = await becomeOwner('Trusting')
  await trusting.set({ failover: 'RECORDED_OUTAGES' })
  await expect
    .poll(() => trusting.api.getWidgetSettings({ siteKey: trusting.siteKey }), obeyed)
    .toMatchObject({ failover: true })
  await open(browser, {
    body:
      form(
        `<div class="g-recaptcha" data-sitekey="${trusting.siteKey}" data-error-callback="failed" data-callback="passed"></div>`,
      ) + implicit,
    async before(context) {
      await hurry(context)
      await context.route(`${product.api}/captcha/v1/verifications`, (route) => route.abort())
    },
  })
  await site.box.click()
  const token = await site.token()
  await expect(site.page.locator('#g-recaptcha-response')).toHaveValue(token)
  expect(await site.told('failed')).toEqual([])
  // The service was there all the time, and knows it.
  expect(await ask(token, trusting.secretKey)).toMatchObject({ success: false })
})

test('a callback that throws reaches the log, and the form is sent with the token all the same', async ({
  browser,
}) => {
  await open(browser, {
    script: `globalThis.broken = () => { throw new Error('of the page') }`,
    body: form('<div class="g-recaptcha" data-sitekey="{key}" data-callback="broken"></div>') + implicit,
  })
  await site.box.click()
  await expect(site.page.locator('#g-recaptcha-response')).not.toHaveValue('', { timeout: 60_000 })
  // The browser tells of it in its own time.
  await expect.poll(() => site.errors).toEqual(['of the page'])
  expect(await ask((await site.send()).get('g-recaptcha-response') ?? '')).toMatchObject({ success: true })
})

test('under a policy of our scripts alone and Trusted Types it works, also when the script comes late', async ({
  browser,
}) => {
  const policy = `default-src 'none'; script-src 'self' ${product.api}; connect-src ${product.api}; frame-src ${product.api}; form-action 'self'; require-trusted-types-for 'script'; trusted-types page`
  const script = `const policy = trustedTypes.createPolicy('page', { createScriptURL: (url) => url })
addEventListener('load', () => { const late = document.createElement('script'); late.src = policy.createScriptURL('${product.api}/recaptcha/api.js?trustedtypes=true'); document.head.append(late) })`
  await open(browser, {
    policy,
    script,
    body: form('<div class="g-recaptcha" data-sitekey="{key}" data-callback="passed"></div>'),
  })
  await site.box.click()
  expect(await ask(await site.token())).toMatchObject({ success: true })
  expect(site.errors).toEqual([])
})

test('the published test key passes everybody, on any host, under a banner', async ({ browser }) => {
  const key = '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI'
  await open(browser, {
    host: 'anybodys.localhost',
    body: form(`<div class="g-recaptcha" data-sitekey="${key}" data-callback="passed"></div>`) + implicit,
  })
  await expect(site.widgets.getByRole('note')).toContainText('Test key')
  await site.box.click()
  const token = await site.token()
  expect(await ask(token, '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe')).toMatchObject({ success: true })
  expect(await ask(token)).toMatchObject({ success: false, 'error-codes': ['invalid-input-response'] })
})
