import { writeFileSync } from 'node:fs'
import { createApiClient } from '@bollard/api-client'
import { expect, type Page, test } from '@playwright/test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build } from 'vite'
import { type Account, type CaptchaKeys, createAccount, createEasyCaptcha } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

let account: Account
let keys: CaptchaKeys
test.beforeAll(async () => {
  account = await createAccount('Collector')
  keys = await createEasyCaptcha(account, 'Collector')
})

const sites: CustomerSite[] = []
test.afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})
async function siteWith(body?: string): Promise<CustomerSite> {
  const site = await startCustomerSite({ api: product.api, ...keys, ...(body === undefined ? {} : { body }) })
  sites.push(site)
  return site
}

const form =
  '<form method="post" action="/"><label>E-mail <input name="email"></label>{widget}<button>Subscribe</button></form>'
/** The check has come to an end, whichever. */
const outcome = /You’re through|We couldn’t let you through/u
async function finished(page: Page): Promise<void> {
  const stateOf = () => page.locator('bollard-captcha').evaluate((widget): unknown => Reflect.get(widget, 'state'))
  await expect.poll(stateOf, soon).toMatch(/^(?:passed|refused)$/u)
  await expect(page.locator('bollard-captcha')).toContainText(outcome)
}
/** As much as the widget waits for before it answers. */
async function fillIn(page: Page): Promise<void> {
  await page.locator('input[name=email]').click()
  await page.locator('input[name=email]').pressSequentially('anna@example.org')
}
/** The first touch of a form. */
const beginForm = (page: Page) => page.locator('input[name=email]').click()
const honeypot = 'bollard-captcha > input[name=website]'

/** Remembers, before any other script runs, what a page's built-ins look like. */
const remember = `
  const kept = () => Object.fromEntries(Object.entries({
    window, document, navigator, screen, console, Error, Function, JSON, Reflect, performance,
    'Error.prototype': Error.prototype, 'Function.prototype': Function.prototype, 'Object.prototype': Object.prototype, 'Array.prototype': Array.prototype,
    'Navigator.prototype': Navigator.prototype, 'Document.prototype': Document.prototype, 'Element.prototype': Element.prototype,
    'HTMLIFrameElement.prototype': HTMLIFrameElement.prototype, 'EventTarget.prototype': EventTarget.prototype, 'MouseEvent.prototype': MouseEvent.prototype,
    'Permissions.prototype': Permissions.prototype,
  }).map(([name, object]) => [name, { prototype: Object.getPrototypeOf(object), own: Object.getOwnPropertyDescriptors(object) }]))
  const before = kept()
  const parts = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable']
  // These say something else each time, as they should.
  const moving = new Set(['window.event', 'document.location'])
  document.addEventListener('ask', (event) => {
    const changes = []
    for (const [name, { prototype, own }] of Object.entries(kept())) {
      if (prototype !== before[name].prototype) changes.push(name + ': prototype')
      for (const key of new Set([...Reflect.ownKeys(own), ...Reflect.ownKeys(before[name].own)])) {
        const path = name + '.' + String(key)
        const [now, then] = [own[key], before[name].own[key]]
        if (!moving.has(path) && (!now || !then || parts.some((part) => !Object.is(now[part], then[part])))) changes.push(path)
      }
    }
    document.documentElement.dataset.changes = changes.join(' ')
  })`

test('a finished check leaves nothing behind: no global, no changed built-in, no element, no hook', async () => {
  const site = await siteWith(`<script>${remember}</script>${form}`)
  const person = await openAsPerson(site.url)
  await person.click('input')
  await person.type('anna@example.org')
  await expect.poll(() => person.textOf('bollard-captcha'), soon).toMatch(outcome)
  const changes = () =>
    person.evaluate(`document.dispatchEvent(new Event('ask')), document.documentElement.dataset.changes`)
  expect(await changes()).toBe('')
  expect(await person.evaluate(`'prepareStackTrace' in Error`)).toBe(false)
  expect(
    await person.evaluate(
      `[...document.querySelectorAll('iframe')].length + document.querySelector('bollard-captcha').shadowRoot.querySelectorAll('iframe').length`,
    ),
  ).toBe(0)
  expect(await person.evaluate(`frames.length`)).toBe(0)
  expect(person.complaints).toEqual([])
  // The comparison does see what a careless check would leave.
  await person.evaluate(
    `window.left = 1; Error.prepareStackTrace = () => ''; Navigator.prototype.sendBeacon = () => true`,
  )
  expect(await changes()).toBe('window.left Error.prepareStackTrace Navigator.prototype.sendBeacon')
  await person.close()
})

test('it prints nothing, asks for no permission and throws nothing, in the page and in its frames', async ({
  page,
}) => {
  const said: string[] = []
  // The end of a group that nobody began prints nothing; no other message may come, not even one that is hidden by default.
  page.on('console', (message) => message.type() === 'endGroup' || said.push(`${message.type()} ${message.text()}`))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('dialog', (dialog) => said.push(dialog.message()))
  await page.exposeFunction('noteAsked', (what: string) => said.push(what))
  await page.addInitScript(() => {
    const asking: [object | undefined, string][] = [
      [globalThis.Notification, 'requestPermission'],
      [globalThis.Geolocation?.prototype, 'getCurrentPosition'],
      [globalThis.Geolocation?.prototype, 'watchPosition'],
      [globalThis.MediaDevices?.prototype, 'getUserMedia'],
      [globalThis.MediaDevices?.prototype, 'enumerateDevices'],
      [globalThis.Clipboard?.prototype, 'readText'],
      [globalThis.StorageManager?.prototype, 'persist'],
    ]
    for (const [owner, name] of asking)
      if (owner) Reflect.set(owner, name, () => Reflect.get(globalThis, 'noteAsked')(name))
  })
  const site = await siteWith(form)
  await page.goto(site.url)
  await fillIn(page)
  await finished(page)
  expect(said).toEqual([])
})

test('verdicts come in the layout of this build, sealed for the challenge, and the service opens them', async ({
  page,
}) => {
  const site = await siteWith(form)
  await page.goto(site.url)
  const sent = page.waitForRequest((request) => request.url().endsWith('/solutions'))
  await fillIn(page)
  const body: { collected: { layout: number; verdicts: string } } = (await sent).postDataJSON()
  expect(body.collected.verdicts).toMatch(/^[\w-]{27}$/u)
  expect(Number.isInteger(body.collected.layout)).toBe(true)
  await finished(page)
  const reasons = await latestReasons()
  expect(reasons).toContain('webdriver')
  for (const code of ['collector-missing', 'collector-forged', 'collector-incomplete'])
    expect(reasons).not.toContain(code)
})

test.describe('the field that no visitor can reach', () => {
  test('is not drawn, takes no focus, belongs to no form and is emptied with it', async ({ page }) => {
    await page.goto((await siteWith(form)).url)
    await beginForm(page)
    await expect(page.locator(honeypot)).toHaveCount(1)
    expect(
      await page.locator(honeypot).evaluate((field: HTMLInputElement) => {
        const around = field.closest('form')
        field.value = 'https://example.org'
        field.focus()
        return {
          drawn: field.getClientRects().length,
          focused: document.activeElement === field,
          owner: field.form,
          listed: around ? [...around.elements].includes(field) : true,
          sent: around ? new FormData(around).has('website') : true,
          valid: around?.checkValidity(),
        }
      }),
    ).toEqual({ drawn: 0, focused: false, owner: null, listed: false, sent: false, valid: true })
    await page.locator('form').evaluate((around: HTMLFormElement) => around.reset())
    expect(await page.locator(honeypot).inputValue()).toBe('')
    expect(await page.locator(honeypot).ariaSnapshot()).toBe('')
  })

  test('tells on a program that fills in all that it finds', async ({ page }) => {
    await page.goto((await siteWith(form)).url)
    await beginForm(page)
    await expect(page.locator(honeypot)).toHaveCount(1)
    await page.evaluate(() => {
      for (const field of document.querySelectorAll('input')) field.value = 'https://example.org'
    })
    await fillIn(page)
    await finished(page)
    expect(await latestReasons()).toContain('honeypot-filled')
  })

  test('says nothing of who leaves it alone, and is there once after each mounting', async ({ page }) => {
    await page.goto((await siteWith(form)).url)
    await beginForm(page)
    await expect(page.locator(honeypot)).toHaveCount(1)
    await page.evaluate(() => {
      const widget = document.querySelector('bollard-captcha')
      const place = widget?.parentElement
      for (let time = 0; time < 3; time++) {
        widget?.remove()
        if (widget) place?.append(widget)
      }
    })
    await fillIn(page)
    await expect(page.locator(honeypot)).toHaveCount(1)
    await finished(page)
    expect(await latestReasons()).not.toContain('honeypot-filled')
    await page.evaluate(() => document.querySelector('bollard-captcha')?.setAttribute('honeypot', 'off'))
    await expect(page.locator(honeypot)).toHaveCount(0)
  })

  test('can be left out', async ({ page }) => {
    await page.goto(
      (
        await siteWith(
          form.replace('{widget}', `<bollard-captcha sitekey="${keys.siteKey}" honeypot="off"></bollard-captcha>`),
        )
      ).url,
    )
    await fillIn(page)
    await finished(page)
    expect(await page.locator(honeypot).count()).toBe(0)
  })

  const fromServer = () => {
    const field = createElement('input', { name: 'email' })
    const widget = createElement('bollard-captcha', { sitekey: keys.siteKey, 'data-rendered': 0 })
    return `<div id="root">${renderToString(createElement('form', {}, field, widget))}</div>`
  }

  test('comes after React has taken over a page from a server, and stays through its renderings', async ({ page }) => {
    const site = await siteWith(`${fromServer()}<script type="module" src="/app.js"></script>`)
    await page.route('**/app.js', async (route) =>
      route.fulfill({ contentType: 'text/javascript', body: await reactApp() }),
    )
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(site.url)
    await expect(page.locator('bollard-captcha[data-rendered="2"]')).toHaveCount(1)
    await beginForm(page)
    await expect(page.locator(honeypot)).toHaveCount(1)
    expect(complaints).toEqual([])
  })

  test('leaves nothing for React to complain about, however late it comes', async ({ page }) => {
    const site = await siteWith(fromServer())
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(site.url)
    await expect(page.locator('bollard-captcha').getByRole('checkbox')).toBeVisible()
    await page.waitForLoadState('load')
    // As long as the field used to wait at the most, and longer: the browser is idle, and the form is untouched.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    await expect(page.locator(honeypot)).toHaveCount(0)
    await page.addScriptTag({ content: await reactApp(), type: 'module' })
    await expect(page.locator('bollard-captcha[data-rendered="2"]')).toHaveCount(1)
    await beginForm(page)
    await expect(page.locator(honeypot)).toHaveCount(1)
    expect(complaints).toEqual([])
  })

  test('is there at once in a widget that a script has made', async ({ page }) => {
    await page.goto((await siteWith(form.replace('{widget}', ''))).url)
    await page.evaluate((siteKey) => {
      const widget = document.createElement('bollard-captcha')
      widget.setAttribute('sitekey', siteKey)
      document.querySelector('form')?.append(widget)
    }, keys.siteKey)
    await expect(page.locator(honeypot)).toHaveCount(1)
  })
})

/** A page's own program: takes over what the server sent, later than most do, and renders again. */
async function reactApp(): Promise<string> {
  const source = `import { createElement, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
function App() {
  const [rendered, render] = useState(0)
  useEffect(() => { if (rendered < 2) setTimeout(() => render(rendered + 1), 300) }, [rendered])
  return createElement('form', {}, createElement('input', { name: 'email' }), createElement('bollard-captcha', { sitekey: ${JSON.stringify(keys.siteKey)}, 'data-rendered': rendered }))
}
hydrateRoot(document.querySelector('#root'), createElement(App))`
  const entry = test.info().outputPath('app.js')
  writeFileSync(entry, source)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'app' } },
  })
  const [first] = [built].flat()
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error('Vite built nothing')
  return chunk.code
}

async function latestReasons(): Promise<string[]> {
  const { items } = await createApiClient({ baseUrl: product.api, cookies: () => account.cookie }).listVerifications({
    solutionId: keys.solutionId,
    limit: 1,
  })
  return items[0]?.reasons.map(({ code }) => code) ?? []
}
