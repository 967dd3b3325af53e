import { type Browser, expect, test } from '@playwright/test'
import { type CompatPage, openCompatPage } from './compat-page.ts'
import { becomeOwner, type Owner } from './owner.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

let owner: Owner
let site: CompatPage
test.beforeAll(async () => {
  owner = await becomeOwner('Friendly')
  // Visitors are driven by a program, which the score would stop.
  await owner.set({ riskScoring: false })
})
test.afterEach(() => site.close())

async function open(browser: Browser, body: string, script = ''): Promise<void> {
  site = await openCompatPage(browser, { body, script, siteKey: owner.siteKey })
}
const form = (inside: string) =>
  `<form method="post" action="/"><label>E-mail <input name="email"></label>${inside}<button>Send</button></form>`
const touch = () => site.page.getByLabel('E-mail').fill('anna@example.org')
const askFriendly = async (response: string): Promise<unknown> => {
  const answer = await fetch(`${product.api}/api/v2/captcha/siteverify`, {
    method: 'POST',
    headers: { 'x-api-key': owner.secretKey },
    body: new URLSearchParams({ response, sitekey: owner.siteKey }),
  })
  return answer.json()
}
const friendlyScript = '<script type="module" src="{api}/friendly-captcha/site.min.js" async defer></script>'

test('Friendly Captcha: an element by class, its field with words until there is a token, its events', async ({
  browser,
}) => {
  await open(
    browser,
    form('<div class="frc-captcha" data-sitekey="{key}" data-start="focus" lang="de"></div>') + friendlyScript,
    `for (const name of ['statechange', 'complete', 'reset']) addEventListener('frc:widget.' + name, ({ detail }) => tell(name)(detail.state, detail.response))`,
  )
  await expect(site.box).toBeVisible()
  await expect(site.widgets).toHaveAttribute('language', 'de')
  const field = site.page.locator('input[name=frc-captcha-response]')
  await expect(field).toHaveValue('.UNSTARTED')
  await touch()
  await expect.poll(() => site.told('complete'), soon).toHaveLength(1)
  const token = await field.inputValue()
  expect(await site.told('complete')).toEqual([['completed', token]])
  expect((await site.told('statechange')).map(([state]) => state)).toEqual(['unactivated', 'requesting', 'completed'])
  expect(await site.run('frcaptcha.getAllWidgets()[0].getResponse()')).toBe(token)
  expect((await site.send()).get('frc-captcha-response')).toBe(token)
  expect(await askFriendly(token)).toMatchObject({ success: true })
  expect(await askFriendly(token)).toMatchObject({ success: false, error: { error_code: 'response_duplicate' } })
  expect(site.errors).toEqual([])
})

test('Friendly Captcha: widgets made by script are started, reset, found and destroyed by their handles', async ({
  browser,
}) => {
  await open(browser, `<div id="here"></div>${friendlyScript}`)
  await expect.poll(() => site.run('typeof frcaptcha'), soon).toBe('object')
  await site.run(
    `void (globalThis.made = frcaptcha.createWidget({ element: document.querySelector('#here'), sitekey: '${owner.siteKey}', formFieldName: 'mine', startMode: 'none' }))`,
  )
  await site.run(`made.addEventListener('frc:widget.complete', ({ detail }) => passed(detail.response))`)
  await expect(site.box).toBeVisible()
  await site.run('made.start()')
  const first = await site.token()
  await expect(site.page.locator('input[name=mine]')).toHaveValue(first)
  await site.run('made.reset()')
  expect(await site.run('[made.getState(), made.getResponse()]')).toEqual(['reset', '.RESET'])
  await site.run('made.start()')
  expect(await askFriendly(await site.token(2))).toMatchObject({ success: true })
  expect(await site.run('frcaptcha.getWidgetById(made.id) === made')).toBe(true)
  await site.run('frcaptcha.clear()')
  expect(await site.run('[made.getState(), frcaptcha.getAllWidgets().length]')).toEqual(['destroyed', 0])
  await expect(site.widgets).toHaveCount(0)
  await expect(site.page.locator('input[name=mine]')).toHaveCount(0)
  expect(await site.run(`frcaptcha.createWidget({ element: '#here' })`)).toContain('"element" is not an element')
  await site.run(
    `void (globalThis.made = frcaptcha.createWidget({ element: document.querySelector('#here'), sitekey: 'bsk_0000000000000000000000', startMode: 'auto' }))`,
  )
  await expect.poll(() => site.run('made.getResponse()'), soon).toBe('.ERROR')
  expect(site.errors).toEqual([])
})

test('TrustCaptcha: its element with its attributes, field, events and methods', async ({ browser }) => {
  await open(
    browser,
    form(
      '<trustcaptcha-component sitekey="{key}" theme="dark" full-width token-field-name="mine"></trustcaptcha-component>',
    ) + '<script type="module" src="{api}/trustcaptcha/trustcaptcha.esm.min.js"></script>',
    `addEventListener('captchaSolved', ({ detail }) => passed(detail)); addEventListener('captchaStarted', tell('started')); addEventListener('captchaReset', () => tell('reset')())`,
  )
  await expect(site.box).toBeVisible()
  for (const [name, value] of Object.entries({ theme: 'dark', size: 'flexible' }))
    await expect(site.widgets).toHaveAttribute(name, value)
  await touch()
  const token = await site.token()
  expect((await site.send()).get('mine')).toBe(token)
  const { verificationId }: { verificationId: string } = JSON.parse(atob(token))
  const ask = () =>
    fetch(`${product.api}/v2/verifications/${verificationId}/results`, {
      headers: { authorization: `Bearer ${owner.secretKey}` },
    })
  expect(await (await ask()).json()).toMatchObject({ verificationPassed: true })
  expect((await ask()).status).toBe(429)
  expect(site.errors).toEqual([])
})
