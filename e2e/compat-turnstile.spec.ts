import { type Browser, expect, test } from '@playwright/test'
import { askAs, type CompatPage, type CompatPageOptions, openCompatPage } from './compat-page.ts'
import { becomeOwner, type Owner } from './owner.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

let owner: Owner
let site: CompatPage
test.beforeAll(async () => {
  owner = await becomeOwner('Turnstile')
  // Visitors are driven by a program, which the score would stop.
  await owner.set({ riskScoring: false })
})
test.afterEach(() => site.close())

async function open(browser: Browser, options: Omit<CompatPageOptions, 'siteKey'>): Promise<void> {
  site = await openCompatPage(browser, { ...options, siteKey: owner.siteKey })
}
const ask = (response: string, secret = owner.secretKey) => askAs('/turnstile/v0/siteverify', { secret, response })
const implicit = '<script src="{api}/turnstile/v0/api.js" async defer></script>'
const explicit = '<script src="{api}/turnstile/v0/api.js?onload=loaded&render=explicit" defer></script>'
const form = (inside: string) =>
  `<form method="post" action="/"><label>E-mail <input name="email"></label>${inside}<button>Send</button></form>`
const render = (more: string, place = `'#here'`) =>
  `turnstile.render(${place}, { sitekey: '${owner.siteKey}', ${more} })`

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

test('a widget by class checks by itself: the callback, the field of the form, and a token that counts once', async ({
  browser,
}) => {
  const box =
    '<div class="cf-turnstile" data-sitekey="{key}" data-callback="passed" data-theme="dark" data-size="flexible" data-language="fr" data-action="join" data-cdata="order-7"></div>'
  await open(browser, { body: form(box) + implicit })
  for (const [name, value] of Object.entries({ theme: 'dark', size: 'flexible', action: 'join', language: 'fr' }))
    await expect(site.widgets).toHaveAttribute(name, value)
  const token = await site.token()
  expect(await site.told('passed')).toEqual([[token, false]])
  expect(await site.run('[turnstile.getResponse(), turnstile.isExpired()]')).toEqual([token, false])
  expect(await site.faults()).toEqual([])
  expect(Object.fromEntries(await site.send())).toEqual({ email: '', 'cf-turnstile-response': token })
  expect(await ask(token)).toMatchObject({ success: true, hostname: 'localhost', action: 'join', cdata: 'order-7' })
  expect(await ask(token)).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  expect(site.errors).toEqual([])
})

test('widgets are named by id, element or selector, and each has its own field', async ({ browser }) => {
  const first = await openExplicit(
    browser,
    render(
      `callback: tell('one'), 'response-field-name': 'mine', tabindex: 1, size: 'compact', theme: 'light', language: 'auto'`,
    ),
    {
      body: form('<div id="here"></div><div id="there"></div><div id="third"></div>') + explicit,
    },
  )
  expect(first).toMatch(/^cf-chl-widget-/u)
  const second = await site.run(render('callback: passed', `document.getElementById('there')`))
  await site.run(render(`'response-field': false`, `'#third'`))
  for (const [name, value] of Object.entries({ tabindex: '1', size: 'compact', theme: 'light' }))
    await expect(site.widgets.first()).toHaveAttribute(name, value)
  const token = await site.token()
  await expect.poll(() => site.told('one'), soon).toHaveLength(1)
  const one = (await site.told('one'))[0]?.[0]
  expect(
    await site.run(
      `[turnstile.getResponse('#there'), turnstile.getResponse('${String(second)}'), turnstile.getResponse(document.getElementById('here'))]`,
    ),
  ).toEqual([token, token, one])
  expect(
    await site.page
      .locator('input[type=hidden]')
      .evaluateAll((all) => all.map((field) => ({ id: field.id, name: field.getAttribute('name') }))),
  ).toEqual([
    { id: `${String(first)}_response`, name: 'mine' },
    { id: `${String(second)}_response`, name: 'cf-turnstile-response' },
  ])
  await site.run(`turnstile.remove('#here')`)
  expect(await site.run(`document.getElementById('here').childElementCount`)).toBe(0)
  // As frameworks do it: removed, then rendered again in the same place.
  expect(await site.run(render('callback: passed'))).not.toBe(first)
  expect(await ask(await site.token(2))).toMatchObject({ success: true })
  expect(await site.run(`turnstile.reset('#there')`)).toBeUndefined()
  expect(await ask(await site.token(3))).toMatchObject({ success: true })
})

test('misuse: what is thrown, and what is only noted', async ({ browser }) => {
  await openExplicit(browser, '')
  expect(await site.run(render('', `'#nowhere'`))).toBe('TurnstileError: Unable to find a container for "#nowhere"')
  expect(await site.run(render('', '7'))).toMatch(/^TurnstileError: Invalid type for "container"/u)
  expect(await site.run(`turnstile.render('#here')`)).toMatch(
    /^TurnstileError: Invalid or missing parameter "sitekey"/u,
  )
  expect(await site.run(render(`theme: 'pink'`))).toMatch(/^TurnstileError: Invalid "theme"/u)
  expect(await site.run(render(`action: 'two words'`))).toMatch(/^TurnstileError: Invalid "action"/u)
  expect(await site.run(render(`cData: 'ä'`))).toMatch(/^TurnstileError: Invalid "cData"/u)
  for (const call of ['reset', 'getResponse', 'isExpired'])
    expect(await site.run(`turnstile.${call}('#here')`)).toMatch(/^TurnstileError: Could not find a widget/u)
  expect(await site.run('turnstile.ready()')).toMatch(/^TurnstileError/u)
  expect(await site.run(`turnstile.remove('#here')`)).toBeUndefined()
  await site.run(render(`execution: 'execute'`))
  expect(await site.run(render(''))).toBeUndefined()
  await expect(site.widgets).toHaveCount(1)
  expect(await site.run(`turnstile.execute('#here', { theme: 'dark' })`)).toMatch(
    /^TurnstileError: The parameters theme cannot be changed/u,
  )
  await site.run('turnstile.ready(passed)')
  await expect.poll(() => site.told('passed'), soon).toEqual([[]])
  expect(
    site.warnings.map((text) => /Nothing to remove|already been rendered|async or defer/u.exec(text)?.[0]),
  ).toEqual(['Nothing to remove', 'already been rendered', 'async or defer'])
})

test('execution: execute waits for the call, shows itself then if asked to, and gives the token again', async ({
  browser,
}) => {
  await openExplicit(browser, render(`execution: 'execute', appearance: 'execute', callback: passed`))
  await expect(site.widgets).toHaveAttribute('badge', 'hidden')
  await expect(site.widgets).toHaveAttribute('invisible', '')
  await site.page.waitForTimeout(500)
  expect(await site.told('passed')).toEqual([])
  await site.run(`turnstile.execute('#here', { action: 'pay', cData: 'order-8', callback: passed })`)
  const token = await site.token()
  await expect(site.widgets).toHaveAttribute('invisible', 'off')
  await site.run(`turnstile.execute('#here')`)
  expect(await site.token(2)).toBe(token)
  expect(site.warnings.join()).toContain('previous token')
  expect(await ask(token)).toMatchObject({ success: true, action: 'pay', cdata: 'order-8' })
  // A container without a widget gets one.
  await site.run(
    `turnstile.execute(document.body.appendChild(document.createElement('div')), { sitekey: '${owner.siteKey}', callback: tell('other') })`,
  )
  await expect.poll(() => site.told('other'), soon).toHaveLength(1)
})

test('interaction-only: nobody sees it while nobody has to do anything', async ({ browser }) => {
  await openExplicit(
    browser,
    render(`appearance: 'interaction-only', callback: passed, 'before-interactive-callback': before`),
  )
  await site.token()
  await expect(site.widgets).toHaveAttribute('invisible', '')
  expect(await site.told('before')).toEqual([])
  expect(await site.faults()).toEqual([])
})

test('in the place of reCAPTCHA it has its name, its class and its field', async ({ browser }) => {
  await open(browser, {
    body:
      form('<div class="g-recaptcha" data-sitekey="{key}" data-callback="passed"></div>') +
      implicit.replace('api.js', 'api.js?compat=recaptcha'),
  })
  const token = await site.token()
  expect(await site.run('[grecaptcha === turnstile, grecaptcha.getResponse()]')).toEqual([true, token])
  expect(Object.fromEntries(await site.send())).toEqual({
    email: '',
    'cf-turnstile-response': token,
    'g-recaptcha-response': token,
  })
})

test('what comes later is rendered by implicitRender, and what is there is left alone', async ({ browser }) => {
  await openExplicit(browser, '', {
    body: `<div class="cf-turnstile" data-sitekey="{key}" data-callback="passed"></div>${explicit}`,
  })
  await expect(site.widgets).toHaveCount(0)
  await site.run('turnstile.implicitRender()')
  await site.token()
  await site.run('turnstile.implicitRender()')
  await expect(site.widgets).toHaveCount(1)
})

test('a form that is reset gets a new token, and a callback that throws breaks nothing', async ({ browser }) => {
  await open(browser, {
    script: `globalThis.broken = (token) => { passed(token); throw new Error('of the page') }`,
    body: form('<div class="cf-turnstile" data-sitekey="{key}" data-callback="broken"></div>') + implicit,
  })
  const first = await site.token()
  await site.run('document.forms[0].reset()')
  const second = await site.token(2)
  expect(second).not.toBe(first)
  expect((await site.send()).get('cf-turnstile-response')).toBe(second)
  expect(site.errors).toEqual(['of the page', 'of the page'])
})

test('under a policy of our scripts alone and Trusted Types it works', async ({ browser }) => {
  const policy = `default-src 'none'; script-src 'self' ${product.api}; connect-src ${product.api}; frame-src ${product.api}; form-action 'self'; require-trusted-types-for 'script'`
  await open(browser, {
    policy,
    body: form('<div class="cf-turnstile" data-sitekey="{key}" data-callback="passed"></div>') + implicit,
  })
  expect(await ask(await site.token())).toMatchObject({ success: true })
  expect(site.errors).toEqual([])
})
